// What other processes do on the machine while something is timed.
#include "base/neighbours.h"

#include "base/clock.h"

#include "tests/opened.h"
#include "tests/test.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void spin(double seconds)
{
    uint64_t begin = cd_clock_wall();
    while ((double)(cd_clock_wall() - begin) < seconds * 1e9)
        continue;
}

TEST(a_program_beside_us_is_seen)
{
    struct cd_neighbour_watch watch;
    cd_neighbours_begin(&watch);
    pid_t child = fork();
    if (!child) {
        spin(60);
        _exit(0);
    }
    usleep(500000);
    struct cd_neighbours neighbours = cd_neighbours_end(&watch); // as long as it runs it is not ours
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_true(cd_is_busy(neighbours));
    assert_true(neighbours.others < (double)sysconf(_SC_NPROCESSORS_ONLN) + 1);
    assert_true(neighbours.stolen >= 0 && neighbours.switches >= 0);
}

TEST(a_moment_tells_nothing)
{
    struct cd_neighbour_watch watch;
    cd_neighbours_begin(&watch);
    watch.wall_ns = cd_clock_wall();
    struct cd_neighbours neighbours = cd_neighbours_end(&watch);
    if (cd_clock_wall() - watch.wall_ns > 100000000)
        test_skip("was interrupted for long");
    assert_true(isnan(neighbours.others) && isnan(neighbours.switches));
    assert_false(cd_is_busy(neighbours));
}
