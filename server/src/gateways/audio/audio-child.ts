/** The worker process of audio.ts. FFmpeg opens files that anyone may have sent, and may crash on them. */
import { loadAv } from '../av/load.ts'
import { cleanAudio } from './clean.ts'
import { measurePeaks } from './peaks.ts'
import { makePlayableAudio } from './play.ts'
import { DAMAGED_AUDIO, type AudioTasks } from './audio-tasks.ts'
import { serveTasks, workerArguments } from '../process/tasks.ts'

const MAX_RSS_BYTES = 1024 ** 3

const av = await loadAv(workerArguments())
serveTasks<AudioTasks>(
  {
    clean: (task) => cleanAudio(av, task),
    peaks: ({ file, type }) => measurePeaks(av, file, type),
    play: ({ file, playFile, type }) => makePlayableAudio(av, file, playFile, type),
  },
  { damaged: DAMAGED_AUDIO, maxRssBytes: MAX_RSS_BYTES, usedByPrograms: av.used },
)
