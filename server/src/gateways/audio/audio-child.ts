/** The worker process of audio.ts. FFmpeg opens files that anyone may have sent, and may crash on them. */
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { cleanAudio } from './clean.ts'
import { measurePeaks } from './peaks.ts'
import { makePlayableAudio } from './play.ts'
import { DAMAGED_AUDIO, type AudioTasks } from './audio-tasks.ts'
import { serveTasks } from '../process/tasks.ts'

const MAX_RSS_BYTES = 1024 ** 3

Log.setLevel(AV_LOG_QUIET)
serveTasks<AudioTasks>(
  {
    clean: ({ file, cleanFile, type }) => cleanAudio(file, cleanFile, type),
    peaks: ({ file, type }) => measurePeaks(file, type),
    play: ({ file, playFile, type }) => makePlayableAudio(file, playFile, type),
  },
  { damaged: DAMAGED_AUDIO, maxRssBytes: MAX_RSS_BYTES },
)
