// Starts where the system has the libstdc++ of g++ 12 or a newer one, since it asks for what came with that; it does
// nothing.

#include <condition_variable>
#include <mutex>

int main(int count, char** /*arguments*/)
{
    if (count == 0) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable().wait(lock);
    }
    return 0;
}
