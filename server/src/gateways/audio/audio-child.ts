/** The worker process of audio.ts. FFmpeg opens files that anyone may have sent, and may crash on them. */
import { loadAv } from '../av/load.ts'
import { cleanAudio, inspectAudio } from './clean.ts'
import { measurePeaks } from './peaks.ts'
import { makePlayableAudio } from './play.ts'
import { makeProof } from './proof.ts'
import { DAMAGED_AUDIO, type AudioTasks } from './audio-tasks.ts'
import { serveTasks, workerArguments } from '../process/tasks.ts'

const MAX_RSS_BYTES = 1024 ** 3

const av = await loadAv(workerArguments())
serveTasks<AudioTasks>(
  {
    clean: (task) => cleanAudio(av, task),
    peaks: ({ file, type }) => measurePeaks(av, file, type),
    proof: ({ file, proofFile, type }) => makeProof(av, file, proofFile, type),
    look: async ({ file, type }) => {
      const { durationMs, isPlayable } = await inspectAudio(av, file, type)
      return { durationMs, isPlayable }
    },
    play: ({ file, playFile, type }) => makePlayableAudio(av, file, playFile, type),
  },
  { damaged: DAMAGED_AUDIO, maxRssBytes: MAX_RSS_BYTES, usedByPrograms: av.used },
)
