#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void *thread(void *argument) {
    return argument;
}

int main(void) {
    char text[1000], name[64];
    int lines = 0;
    while (fgets(text, sizeof text, stdin)) lines++;
    printf("lines %d\n", lines);

    FILE *nameless = tmpfile();
    printf("tmpfile %d\n", nameless && fputs("x", nameless) >= 0 && fclose(nameless) == 0);
    snprintf(name, sizeof name, "/play-%d", getpid());
    sem_t *semaphore = sem_open(name, O_CREAT, 0600, 1);
    printf("sem_open %d\n", semaphore != SEM_FAILED && sem_wait(semaphore) == 0);
    sem_unlink(name);
    int shared = shm_open(name, O_CREAT | O_RDWR, 0600);
    printf("shm_open %d\n", shared >= 0 && ftruncate(shared, 4096) == 0);
    shm_unlink(name);
    printf("memfd %d\n", ftruncate(memfd_create("heap", 0), 1L << 30));

    char file[] = "/tmp/play-XXXXXX";
    int descriptor = mkstemp(file);
    printf("fchmod %d\n", fchmod(descriptor, 0640));
    printf("sparse %d\n", ftruncate(descriptor, 1L << 30));
    unlink(file);

    pthread_t other;
    cpu_set_t processors;
    struct sched_param parameters = {0};
    sched_getaffinity(0, sizeof processors, &processors);
    pthread_create(&other, 0, thread, 0);
    printf("affinity %d\n", pthread_setaffinity_np(other, sizeof processors, &processors));
    pthread_join(other, 0);
    printf("scheduler %d\n", sched_setscheduler(getpid(), SCHED_OTHER, &parameters));

    fflush(stdout);
    if (fork() == 0) {
        puts("child");
        return 0;
    }
    wait(0);
    char *self = realpath("/proc/self/exe", 0);
    printf("%s\n", self ? "proc" : "no proc");
    free(self);
    return 0;
}
