# cdbench: `make demo` sets up, builds and runs the main job; `make test` sets up and runs every test.
# Adding a file edits nothing here: every folder is taken by wildcard.
#
#   make [config=release|debug|sanitize|tsan|coverage] [march=native] [CC=gcc]
#
# A path with spaces is fine: everything below is relative to this folder.

config ?= release
march ?= native

builddir := build/$(config)
version := $(shell cat VERSION)

CFLAGS_common := -std=c17 -D_GNU_SOURCE -I. -Wall -Wextra -Wshadow -Wconversion -Werror -ffp-contract=off -fPIC -fopenmp -MMD -MP
CFLAGS_release := -O3 -g -march=$(march) -falign-functions=64 -falign-loops=64
CFLAGS_debug := -O0 -g3
CFLAGS_sanitize := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_tsan := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
CFLAGS_coverage := -O0 -g --coverage

ifeq ($(filter $(config),release debug sanitize tsan coverage),)
$(error config=$(config) is not one of release, debug, sanitize, tsan, coverage)
endif
ifeq ($(config),tsan)
CC := clang
endif

packages := assimp jansson libcyaml libxxhash hwloc glew egl gl
CFLAGS_packages = $(shell pkg-config --cflags $(packages))
LIBS = $(shell pkg-config --libs $(packages)) -ldl -lm
ALL_CFLAGS = $(CFLAGS_common) $(CFLAGS_$(config)) $(CFLAGS_packages) $(CFLAGS)
ALL_LDFLAGS = $(CFLAGS_$(config)) -fopenmp -rdynamic $(LDFLAGS)

rooms := base geom scenes algos bench
sources := $(sort $(wildcard $(addsuffix /*.c,$(rooms)) scenes/*/*.c algos/*/*.c))
objects := $(sources:%.c=$(builddir)/%.o)
library := $(builddir)/libcdbench.a
library_objects := $(filter-out $(builddir)/bench/main.o,$(objects))
tests := $(patsubst tests/%.c,$(builddir)/tests/%,$(sort $(wildcard tests/test_*.c)))
benchmarks := $(patsubst tests/benchmarks/%.c,$(builddir)/tests/benchmarks/%,$(sort $(wildcard tests/benchmarks/*.c)))

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all clean test-programs benchmarks run-tests

all: $(builddir)/cdbench
ifeq ($(config),release)
	@ln -sf $(builddir)/cdbench cdbench
endif

$(builddir)/cdbench: $(builddir)/bench/main.o $(library)
	$(CC) $(ALL_LDFLAGS) -o $@ $< -Wl,--whole-archive $(library) -Wl,--no-whole-archive $(LIBS)

$(library): $(library_objects)
	@rm -f $@
	ar rcs $@ $(library_objects)

$(builddir)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(builddir)/tests/%: $(builddir)/tests/%.o $(library)
	$(CC) $(ALL_LDFLAGS) -o $@ $< -Wl,--whole-archive $(library) -Wl,--no-whole-archive $(LIBS) -lcmocka -lgmp

test-programs: $(tests)

run-tests: $(tests) $(builddir)/cdbench
	@for test in $(tests); do echo "== $$test"; $$test || exit 1; done

benchmarks: $(benchmarks)

clean:
	rm -rf build cdbench

-include $(wildcard $(builddir)/*/*.d $(builddir)/*/*/*.d)
