# cdbench. `make demo` sets up, builds and runs the main job; `make check` and `make test` set up and run the tests;
# `make help` lists the rest. Adding a file needs no change here: wildcards find the files of every folder.
#
#   make [config=release|debug|sanitize|sanitize-clang|tsan|coverage|mpi|fuzz] [march=any] [CC=gcc] [CFLAGS=...] [verbose=1]
#        [strict=1] [without="gl view assimp hwloc seccomp"]
#
# The release configuration is for every processor of its kind (for x86-64: v2 or later) and chooses among instruction
# sets at run time (base/levels.h). march=native is for this processor alone, march=x86-64 is also for older ones. With
# strict=1, as in the tests, a warning is an error. By default it is not, because a future compiler may warn of more
# than ours does. The release configuration links ./cdbench, the others build/<config>/cdbench. What needs libraries that
# are not here, or that `without` names, is left out. A path with spaces is fine: everything below is relative to this
# folder.

config ?= release
march ?= any
PREFIX ?= /usr/local

ifeq ($(filter $(config),release debug sanitize sanitize-clang tsan coverage mpi fuzz),)
$(error config=$(config) is not one of release, debug, sanitize, sanitize-clang, tsan, coverage, mpi, fuzz)
endif
ifneq ($(filter-out gl view assimp hwloc seccomp,$(without)),)
$(error without=$(without) may name gl, view, assimp, hwloc and seccomp)
endif

empty :=
space := $(empty) $(empty)
comma := ,
suffix := $(if $(strip $(without)),-without-$(subst $(space),-,$(sort $(without))))
builddir := build/$(config)$(suffix)
version := $(shell cat VERSION)
say = $(if $(verbose),,@echo '  $1' &&) # verbose=1 shows commands in full
# Recursive makes use every core unless the user said how many.
parallel = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

# What is compiled for several levels of x86-64: files with functions that ask for it.
ifneq ($(and $(filter release mpi,$(config)),$(filter any,$(march)),$(filter x86_64-%,$(shell $(CC) -dumpmachine 2>/dev/null))),)
levels := 3
endif
target_flags := $(if $(levels),-march=x86-64-v2 -DCD_LEVEL=2,$(if $(filter-out any,$(march)),-march=$(march)))

CFLAGS_common := -std=c17 -Wall -Wextra -Wshadow -Wconversion -Wno-enum-float-conversion -ffp-contract=off -fPIC -pthread
CFLAGS_release := -O3 -g $(target_flags) -falign-functions=64 -falign-loops=64
CFLAGS_debug := -O0 -g3 -DCD_SLOW_BUILD
CFLAGS_sanitize := -O1 -g -DCD_SLOW_BUILD -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_sanitize-clang := -O1 -g -DCD_SLOW_BUILD -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_tsan := -O1 -g -DCD_SLOW_BUILD -DCD_SEEKS_RACES -fsanitize=thread -fno-omit-frame-pointer -w
CFLAGS_mpi := $(CFLAGS_release) -DCD_MPI
CFLAGS_coverage := -O1 -g -DCD_SLOW_BUILD --coverage
CFLAGS_fuzz := -O1 -g -DCD_SLOW_BUILD -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
ifneq ($(filter sanitize-clang tsan fuzz,$(config)),)
override CC := clang
endif
ifeq ($(config),mpi)
ifeq ($(shell command -v mpicc),)
$(error cdbench: mpicc is missing: module load openmpi, or scripts/setup mpi (docs/mpi.md))
endif
override CC := mpicc
endif

# Libraries. Those of `needed` are always needed. A group of the others is left out if one of its modules is not here or
# if `without` names it: then files called without_<group>.c stand in for those that need it, and headers of
# base/without/<group> for its own.
groups := gl view assimp hwloc
needed := jansson libfyaml libxxhash muparser
modules_gl := glew egl gl
modules_view := $(modules_gl) x11 glut libpng freetype2 fontconfig
modules_assimp := assimp zlib libseccomp
modules_hwloc := hwloc
files_gl := base/opengl.c algos/opengl/%.c algos/papers/zou2011/%.c algos/mesh/image_cd_culled/%.c \
	$(patsubst %,experiments/%.c,rasteriser peeling)
files_view := $(patsubst %,view/%.c,overlay painter screenshot shapes text window)
files_assimp := scenes/readers/read_assimp.c scenes/readers/unit_of_print.c
files_hwloc := bench/record/topology.c
serves_gl := OpenGL (image_cd, image_cd_culled, list gpus)
serves_view := the viewer (view)
serves_assimp := Assimp (meshes other than OBJ, PLY, OFF, STL and glTF 2)
serves_hwloc := hwloc (/sys describes the machine)

pkg_config := CC='$(CC)' scripts/pkg-config
modules := $(sort $(needed) $(foreach group,$(groups),$(modules_$(group))))
absent := $(shell $(pkg_config) --exists $(modules) 2>/dev/null || for module in $(modules); do \
	$(pkg_config) --exists $$module 2>/dev/null || echo $$module; done)
unwanted := $(subst seccomp,assimp,$(without)) $(if $(filter gl,$(without)),view)
left_out := $(strip $(foreach group,$(groups),$(if $(filter $(unwanted),$(group))$(filter $(absent),$(modules_$(group))),$(group))))
left_out_files := $(foreach group,$(left_out),$(files_$(group)))
stand_ins := $(foreach group,$(filter-out $(left_out),$(groups)),%/without_$(group).c)
# "OpenGL (image_cd, ...), the viewer (view): no glew glut"
comma_for = $(if $(filter $1,$(firstword $(left_out))),,$(comma)$(space))
without_text := $(subst $(space)$(comma),$(comma),$(foreach group,$(left_out),$(call comma_for,$(group))$(serves_$(group))))
without_text := $(without_text)$(if $(and $(left_out),$(absent)),: no $(absent))

# The flags are asked for once, and only when something is compiled.
packages := $(sort $(needed) $(foreach group,$(filter-out $(left_out),$(groups)),$(modules_$(group))))
CFLAGS_packages = $(eval CFLAGS_packages := $$(shell $$(pkg_config) --cflags $$(packages)))$(CFLAGS_packages)
LIBS_packages = $(eval LIBS_packages := $$(shell $$(pkg_config) --libs $$(packages)))$(LIBS_packages)

build_flags := $(strip $(CFLAGS_common) $(CFLAGS_$(config)) $(CFLAGS))
compile = $(CC) $(build_flags) $(if $(strict),-Werror) -D_GNU_SOURCE -I. $(addprefix -Ibase/without/,$(left_out)) $(CFLAGS_packages) -MMD -MP
link = $(CC) $(CFLAGS_$(config)) $(CFLAGS) -pthread -rdynamic $(LDFLAGS)
whole_library = -Wl,--whole-archive $(library) -Wl,--no-whole-archive $(LIBS_packages) -ldl -lm
# Test programs share one library, so that a changed file is linked once and not into every test program.
link_test = $(link) -Wl,-rpath,'$$ORIGIN/..:$$ORIGIN/../..:$$ORIGIN/../../..' -o $@ $(filter %.o,$^) $(shared_library) $(LIBS_packages) -ldl -lm -lcmocka -lgmp

rooms := base geom scenes algos bench view
all_sources := $(sort $(wildcard $(addsuffix /*.c,$(rooms)) scenes/*/*.c algos/*/*.c algos/*/*/*.c bench/*/*.c))
# What needs MPI: ranks, and programs of experiments that use them.
mpi_sources := bench/ranks/%.c experiments/mpi_%.c
sources := $(filter-out $(left_out_files) $(stand_ins) $(if $(filter mpi,$(config)),,$(mpi_sources)),$(all_sources))
objects := $(sources:%.c=$(builddir)/%.o)
level_sources := $(if $(levels),$(shell grep -l '^CD_LEVELS' $(sources)))
level_objects := $(foreach level,$(levels),$(level_sources:%.c=$(builddir)/%.v$(level).o))
library := $(builddir)/libcdbench.a
shared_library := $(builddir)/libcdbench.so
# What does not know of MPI is compiled once, for the release build.
ifeq ($(config),mpi)
knows_mpi := $(shell grep -lwE "CD_MPI|schedules\.def" $(sources)) $(filter $(mpi_sources) bench/record/build_info.c,$(sources))
common_objects := $(patsubst $(builddir)/%,build/release$(suffix)/%,$(filter-out $(knows_mpi:%.c=$(builddir)/%.o),$(objects)) $(level_objects))
objects := $(knows_mpi:%.c=$(builddir)/%.o)
level_objects :=
endif
library_objects := $(filter-out $(builddir)/bench/cli/main.o,$(objects)) $(level_objects)
tests := $(patsubst %.c,$(builddir)/%,$(sort $(wildcard tests/*/test_*.c tests/*/*/test_*.c)))
# Targets of libFuzzer; other configurations feed them the inputs that are kept.
targets := $(patsubst %.c,$(builddir)/%,$(sort $(wildcard fuzz/*.c)))
experiments := $(patsubst %.c,$(builddir)/%,$(filter-out $(mpi_sources) $(left_out_files),$(sort $(wildcard experiments/*.c))))
mpi_experiments := $(patsubst %.c,$(builddir)/%,$(sort $(wildcard experiments/mpi_*.c)))
# The programs that experiments of papers run in addition to cdbench; they are installed.
paper_names := $(sort $(shell sed -n 's/^ *program: *\([a-z0-9_-]*\).*/\1/p' papers/*.yaml))
paper_programs := $(filter $(experiments),$(paper_names:%=$(builddir)/experiments/%))
formatted = $(wildcard $(addsuffix /*.[ch],$(rooms) tests tests/* tests/bench/* experiments fuzz scripts) $(addsuffix /*/*.[ch],scenes algos algos/* bench) tests/*/*.cpp peers/*)

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all demo check test test-all setup mpi peers build-peers packages test-programs run-tests fuzz build-targets experiments coverage format format-check lint \
	expected report meshes bundle deb install uninstall clean help always

all: $(builddir)/cdbench $(paper_programs) ## builds the program (the default)
ifeq ($(config),release)
	@$(if $(suffix),[ -e cdbench ] || )ln -sfn $(builddir)/cdbench cdbench
endif

ifeq ($(config),mpi)
all: $(mpi_experiments)
	@ln -sfn $(builddir)/cdbench cdbench-mpi
endif

mpi: ## sets up and builds cdbench-mpi, which mpirun starts on several machines
	@scripts/setup build mpi
	@$(MAKE) --no-print-directory $(parallel) config=mpi all

demo: setup ## sets up, builds and runs the main job
	@$(MAKE) --no-print-directory $(parallel) config=release all
	@scripts/demo

check: ## sets up and checks a change: format, lint, unit tests and expected answers, of the release build
	@scripts/setup build test
	@tests/run check

test: ## sets up and runs the tests: release, sanitizers of clang, thread sanitizer, static
	@scripts/setup build peers test
	@tests/run

test-all: ## the same, and what takes long
	@scripts/setup build peers test
	@tests/run --slow

setup: ## installs the Debian packages that building and running take
	@scripts/setup build

# Says what is missing rather than letting the compiler complain about a header.
packages:
	@$(if $(filter $(needed),$(absent)),scripts/setup --check needed || exit 4,:)

$(builddir)/cdbench: $(builddir)/bench/cli/main.o $(library)
	$(call say,link    $@) $(link) -o $@ $< $(whole_library)
	@$(if $(left_out),echo '  without $(without_text)',:)

$(library): $(library_objects) $(if $(common_objects),build/release$(suffix)/libcdbench.a)
	@rm -f $@
	$(call say,archive $@) ar rcs $@ $(library_objects) $(common_objects)

ifeq ($(config),mpi)
build/release$(suffix)/libcdbench.a: always
	@$(MAKE) --no-print-directory config=release $@
endif

$(shared_library): $(library_objects)
	$(call say,link    $@) $(link) -shared -o $@ $(library_objects) $(LIBS_packages) -ldl -lm

# The compiler's messages are kept next to the object. A strict build compiles again what another left with warnings.
define compile_object
	@mkdir -p $(@D)
	$(call say,compile $<) { $(compile) -c -o $@ $< 2>$(@:.o=.warnings); code=$$?; cat $(@:.o=.warnings) >&2; exit $$code; }
endef

$(builddir)/%.o: %.c $(builddir)/flags | packages
	$(compile_object)

$(builddir)/%.v3.o: private compile += -march=x86-64-v3 -UCD_LEVEL -DCD_LEVEL=3
$(builddir)/%.v3.o: %.c $(builddir)/flags | packages
	$(compile_object)

ifneq ($(strict),)
warned := $(shell find $(builddir) -name '*.warnings' -size +0 2>/dev/null)
$(warned:.warnings=.o): always
endif

# These are linked anew when they change, not when the library does: its functions are found when they run.
$(builddir)/tests/%: $(builddir)/tests/%.o | $(shared_library)
	$(call say,link    $@) $(link_test)

$(builddir)/fuzz/%: $(builddir)/fuzz/%.o $(if $(filter fuzz,$(config)),,$(builddir)/tests/feed.o) | $(shared_library)
	$(call say,link    $@) $(link_test) $(if $(filter fuzz,$(config)),-fsanitize=fuzzer)

$(builddir)/experiments/%: $(builddir)/experiments/%.o $(library)
	$(call say,link    $@) $(link) -o $@ $< $(whole_library)

# Objects depend on the flags that they are compiled with, and one of them on the revision too.
define write_if_changed
	@mkdir -p $(@D)
	@printf '%s\n' '$1' | cmp -s - $@ || printf '%s\n' '$1' >$@
endef

$(builddir)/flags: always
	$(call write_if_changed,$(CC) $(build_flags)$(if $(left_out), without $(left_out): $(absent)))

revision = $(shell git describe --always --dirty --abbrev=12 --match=none 2>/dev/null || echo unknown)
$(builddir)/revision: always
	$(call write_if_changed,$(version) $(revision))

# The files that measurements depend on, and their digests.
rested_on := $(sort $(wildcard $(addsuffix /*.[ch],base geom scenes scenes/* algos algos/* algos/*/* bench/harness experiments) \
	tests/*.h peers/* algos/list.def algos/peers.def))
$(builddir)/sources.inc: scripts/sources $(rested_on)
	@mkdir -p $(@D)
	@scripts/sources $(rested_on) >$@

$(builddir)/bench/record/build_info.o: $(builddir)/revision $(builddir)/sources.inc
$(builddir)/bench/record/build_info.o: private compile += -DCD_VERSION='"$(version)"' -DCD_BUILD_CONFIG='"$(config)"' \
	-DCD_BUILD_CC='"$(CC)"' -DCD_BUILD_FLAGS='"$(build_flags)"' -DCD_BUILD_SOURCES='"$(builddir)/sources.inc"' \
	-DCD_BUILD_WITHOUT='"$(without_text)"' -DCD_BUILD_GIT='"$(lastword $(shell cat $(builddir)/revision))"'

# Stand-ins say why they are there.
define stand_in
$(builddir)/%/without_$1.o: private compile += -DCD_KEPT='"$$(@:.o=.inc)"' \
	-DCD_MISSING='"$(if $(filter $(absent),$(modules_$1)),no $(filter $(absent),$(modules_$1)),make without=$(without))"'
endef
$(foreach group,$(left_out),$(eval $(call stand_in,$(group))))

# Of algorithms that draw, a build without OpenGL has the records, so that papers with their settings can be read; and it
# knows the names of renderers.
drawing := algos/papers/zou2011/image_cd.c algos/mesh/image_cd_culled/image_cd_culled.c
$(builddir)/algos/without_gl.inc: $(drawing) Makefile
	@mkdir -p $(@D)
	@sed -n -e '/^static const struct cd_param/,/^};/p; /^static unsigned errata_of(/,/^}/p; /^static void .*_describe(/,/^}/p; /^const struct cd_algo/,/[.]describe/p' \
		-e 's/^ *[.]describe = .*/    .scene = \&cannot_draw};/p' $(drawing) >$@
$(builddir)/base/without_gl.inc: base/opengl.c
	@mkdir -p $(@D)
	@sed -n '/^bool cd_opengl_is_software(/,/^}/p' $^ >$@
$(builddir)/algos/without_gl.o: $(builddir)/algos/without_gl.inc
$(builddir)/base/without_gl.o: $(builddir)/base/without_gl.inc

# Plug-ins that run other people's libraries, one file each. A plug-in is built if its library is installed. Then the
# flags for each library: FCL's types keep the alignment with which Debian built FCL, and CGAL's intervals need a
# compiler that respects the rounding mode. Libraries of templates are compiled like everything here: for release,
# without their assertions, and for this machine.
peer_header_boost := boost/geometry/index/rtree.hpp
peer_header_bullet := bullet/btBulletCollisionCommon.h
peer_flags_bullet = $(shell pkg-config --cflags --libs bullet) -Wno-deprecated-copy
peer_header_cgal := CGAL/box_intersection_d.h
# Without the warnings of CGAL's headers on Debian 13, and of what gcc 14 makes of them.
peer_flags_cgal := -DCGAL_NO_DEPRECATION_WARNINGS -Wno-array-bounds -frounding-math -lgmp -lmpfr
# Debian 12 has version 3 of Embree, Debian 13 version 4.
embree := $(if $(wildcard $(addsuffix /embree4/rtcore.h,/usr/include /usr/local/include)),embree4,embree3)
peer_header_embree := $(embree)/rtcore.h
peer_flags_embree := -l$(embree)
peer_header_fcl := fcl/fcl.h
peer_flags_fcl = $(shell pkg-config --cflags --libs fcl) -DEIGEN_MAX_ALIGN_BYTES=16 -Wno-maybe-uninitialized
peer_header_libccd := ccd/ccd.h
peer_flags_libccd = $(shell pkg-config --cflags --libs ccd) -DPEER_VERSION='"$(shell pkg-config --modversion ccd)"'
peer_header_ode := ode/ode.h
peer_flags_ode = $(shell pkg-config --cflags --libs ode) -DdDOUBLE
peer_sources := $(wildcard peers/*.cpp)
peer_here = $(foreach source,$(peer_sources),$(if $(wildcard $(addsuffix /$(peer_header_$(basename $(notdir $(source)))),/usr/include \
	/usr/local/include)),$(builddir)/$(source:.cpp=.so)))

$(builddir)/peers/%.o: peers/%.cpp $(wildcard peers/*.hpp algos/*.h base/*.h geom/*.h scenes/*.h) $(builddir)/flags
	@mkdir -p $(@D)
	$(call say,compile $<) g++ $(filter-out -std=c17 -Wno-enum-float-conversion -Wshadow -Wconversion $(if $(levels),$(target_flags)),$(build_flags)) \
		$(if $(levels),-march=native) -DNDEBUG -I. -c -o $@ $< $(peer_flags_$*) -std=c++17

$(builddir)/peers/%.so: $(builddir)/peers/%.o
	$(call say,plug-in $@) g++ $(CFLAGS_$(config)) $(CFLAGS) -shared -o $@ $< $(peer_flags_$*)

peers: ## sets up and builds the plug-ins that run other libraries: FCL, CGAL ...
	@scripts/setup build peers
	@$(MAKE) --no-print-directory $(parallel) build-peers

build-peers: $(builddir)/cdbench $(peer_here)
	@$(foreach source,$(filter-out $(peer_here:$(builddir)/%.so=%.cpp),$(peer_sources)),echo '  left out $(source): there is no header \
		$(peer_header_$(basename $(notdir $(source))))';):
	$(if $(peer_here),,$(error there is none of the libraries that peers/ runs; scripts/setup peers))
	$(call say,list    $(builddir)/peers/manifest.csv) $(builddir)/cdbench list algos --manifest $(addprefix --plugin ,$(peer_here)) \
		>$(builddir)/peers/manifest.new && mv $(builddir)/peers/manifest.new $(builddir)/peers/manifest.csv

# Someone else's truth, if CGAL is installed.
truth := $(if $(wildcard $(addsuffix /$(peer_header_cgal),/usr/include /usr/local/include)),$(builddir)/tests/cgal/truth)
$(builddir)/tests/cgal/truth: tests/cgal/truth.cpp geom/triangle.h | $(shared_library)
	@mkdir -p $(@D)
	$(call say,link    $@) g++ -std=c++17 -O2 -ffp-contract=off -DNDEBUG -I. -Wl,-rpath,'$$ORIGIN/../..' -o $@ $< -L$(builddir) -l:libcdbench.so $(peer_flags_cgal)

test-programs: $(tests) $(if $(filter tsan,$(config)),,$(targets)) $(if $(filter release,$(config)),$(truth)) ## builds the test programs

run-tests: $(tests) $(builddir)/cdbench ## builds and runs the test programs of one configuration
	@tests/run-programs $(config) $(tests)

build-targets: $(targets)

# minutes=10: the time for each target; only=ply: this target only.
fuzz: ## feeds every reader random bytes, and algorithms random bodies and regions: ten seconds each, or minutes=N
	@scripts/setup build test
	@$(MAKE) --no-print-directory $(parallel) config=fuzz build-targets
	@fuzz/run $(if $(minutes),$$(($(minutes) * 60)),10) $(only)

experiments: $(experiments) ## builds the programs of experiments/

coverage: ## runs the test programs and prints how much of each file they reach
	@scripts/setup build test
	@$(MAKE) --no-print-directory $(parallel) config=coverage test-programs all
	@tests/coverage

# Versions of clang-format differ in what they write, so only this one is used.
clang_format := $(firstword $(shell command -v clang-format-14) clang-format)
format: ## formats every file
	@$(clang_format) --version | grep -q ' version 14\.' || { echo "format: needs clang-format 14" >&2; exit 4; }
	$(clang_format) -i $(formatted)

format-check: ## fails when `make format` would change something
	@if $(clang_format) --version | grep -q ' version 14\.'; then $(clang_format) --dry-run --Werror $(formatted) || \
		{ echo "format: \`make format\` puts this right" >&2; exit 1; }; \
	else echo "format not checked: that takes clang-format 14, and here is $$($(clang_format) --version)"; fi

# Files that did not change since the last time are not checked again. Versions of cppcheck differ in what they take for
# a mistake, so only that of Debian 12 is used.
lint: ## static analysis, and that includes point downwards
	@awk -f scripts/rooms.awk $(wildcard $(addsuffix /*.[ch],$(rooms)) $(addsuffix /*/*.[ch],scenes algos algos/* bench))
	@mkdir -p build/cppcheck
	@if cppcheck --version | grep -q ' 2\.10$$'; then cppcheck --quiet --std=c11 --enable=warning,performance,portability \
		--inline-suppr --cppcheck-build-dir=build/cppcheck --error-exitcode=1 \
		--template='{file}:{line}: {severity}: {message} [{id}]' --suppressions-list=tests/cppcheck.supp \
		-D_GNU_SOURCE -I. -j$(shell nproc) $(all_sources) $(wildcard tests/*/*.c tests/*/*/*.c fuzz/*.c); \
	else echo "cppcheck not run: that takes version 2.10, and here is $$(cppcheck --version)"; fi

expected: all ## writes results/expected.json anew: what every algorithm answers and counts
	@$(builddir)/cdbench expect --write results/expected.json

report: all ## writes tables, claims and figures of REPORT.md and docs/ anew from results/<machine>
	@scripts/pages $(machine)

meshes: ## downloads more meshes into scenes/downloaded
	scripts/fetch-meshes

bundle: ## makes an archive for any x86-64 Linux, build/cdbench-<version>-x86_64.tar.zst; mesa=no: without a software renderer
	@scripts/setup build bundle
	@$(if $(filter no,$(mesa)),,scripts/setup llvm)
	@$(MAKE) --no-print-directory $(parallel) config=release all build/release/libcdbench.so
	@if command -v mpicc >/dev/null; then $(MAKE) --no-print-directory $(parallel) config=mpi all; fi
	@scripts/bundle $(if $(filter no,$(mesa)),--no-mesa)

deb: ## builds and checks a Debian package in build/deb
	@scripts/setup build deb
	@scripts/deb

# What is installed: the program, the scenes that it finds next to itself, and the headers that a plug-in includes.
# Pages have the same folders as in the source, so that their links work.
target := $(DESTDIR)$(PREFIX)
headers := $(patsubst %,base/%.h,code hash memory parameters random status thread_state) $(wildcard geom/*.h) \
	$(patsubst %,scenes/%.h,cursor mesh scene) algos/counters.def \
	$(patsubst %,algos/%.h,algo hull pairs radix_sort relation sink threads volumes) \
	$(patsubst %,algos/regions/%.h,columns region_matcher region_order region_set)
drawing_scripts := scripts/figures $(wildcard scripts/pages*) scripts/looks.json $(wildcard scripts/templates/*)
zsh_functions := share/zsh/site-functions
pkgconfig := lib/pkgconfig
commands := $(shell sed -n 's/^COMMAND(\(.*\))/\1/p' bench/cli/commands.def)
documents := $(wildcard README.md CHANGELOG.md schemas/README.md SECURITY.md CONTRIBUTING.md REPORT.md LICENSE docs/*.md docs/papers/*.md docs/*.png docs/*.py docs/ci/* docs/slurm/* scenes/README.md tests/README.md papers/*.yaml algos/*/README.md algos/*/*/README.md tests/plugins/* \
	$(filter-out results/local/%,$(wildcard results/*/*.svg results/*/*/*/*.svg)))
install: all ## installs under PREFIX (and DESTDIR)
	@install -d "$(target)/bin"
	@install $(builddir)/cdbench "$(target)/bin/cdbench"
	@echo "  install $(target)/bin"
	@for file in $(headers); do install -D -m 644 $$file "$(target)/include/cdbench/$$file" || exit 1; done
	@echo "  install $(target)/include/cdbench"
	@install -d "$(target)/share/cdbench/scenes" "$(target)/share/cdbench/papers" "$(target)/share/cdbench/schemas"
	@install -m 644 $(wildcard scenes/*.obj scenes/*.yaml scenes/README.md) "$(target)/share/cdbench/scenes"
	@for file in $(wildcard scenes/conformance/*.* scenes/conformance/*/*); do \
		install -D -m 644 $$file "$(target)/share/cdbench/$$file" || exit 1; done
	@install -m 644 papers/*.yaml "$(target)/share/cdbench/papers"
	@install -m 644 schemas/* "$(target)/share/cdbench/schemas"
	@for file in $(drawing_scripts); do install -D -m $$([ -x $$file ] && echo 755 || echo 644) $$file "$(target)/share/cdbench/$$file" || exit 1; done
	@echo "  install $(target)/share/cdbench"
	@install -d "$(target)/libexec/cdbench"
	@for file in $(paper_programs); do install $$file "$(target)/libexec/cdbench" || exit 1; done
	@echo "  install $(target)/libexec/cdbench"
	@install -d "$(target)/share/man/man1" "$(target)/share/bash-completion/completions" "$(target)/$(zsh_functions)"
	@$(builddir)/cdbench help --man >"$(target)/share/man/man1/cdbench.1"
	@for command in $(commands); do \
		$(builddir)/cdbench help --man $$command >"$(target)/share/man/man1/cdbench-$$command.1" || exit 1; done
	@echo "  install $(target)/share/man/man1"
	@env -u CDBENCH_SCENES -u CDBENCH_PAPERS $(builddir)/cdbench help --completion bash >"$(target)/share/bash-completion/completions/cdbench"
	@env -u CDBENCH_SCENES -u CDBENCH_PAPERS $(builddir)/cdbench help --completion zsh >"$(target)/$(zsh_functions)/_cdbench"
	@echo "  install $(target)/share/bash-completion/completions"
	@echo "  install $(target)/$(zsh_functions)"
	@for file in $(documents); do install -D -m 644 $$file "$(target)/share/doc/cdbench/$$file" || exit 1; done
	@echo "  install $(target)/share/doc/cdbench"
	@install -d "$(target)/$(pkgconfig)"
	@sed 's/@version@/$(version)/' scripts/cdbench.pc.in >"$(target)/$(pkgconfig)/cdbench.pc"
	@echo "  install $(target)/$(pkgconfig)"

uninstall: ## removes what install put there
	rm -rf "$(target)/bin/cdbench" "$(target)/include/cdbench" "$(target)/share/cdbench" \
		"$(target)/libexec/cdbench" "$(target)/share/doc/cdbench" "$(target)/$(pkgconfig)/cdbench.pc" \
		"$(target)"/share/man/man1/cdbench*.1 "$(target)/share/bash-completion/completions/cdbench" "$(target)/$(zsh_functions)/_cdbench"

clean: ## removes what was built
	rm -rf build cdbench cdbench-mpi

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | expand -t 16

-include $(wildcard $(addprefix $(builddir)/,$(addsuffix /*.d,$(rooms) scenes/* algos/* algos/*/* bench/* tests tests/* tests/bench/* experiments fuzz)))
