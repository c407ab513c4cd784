/** The worker process of video.ts. FFmpeg opens files that anyone may have sent, and may crash on them. */
import { loadAv } from '../av/load.ts'
import { serveTasks, workerArguments } from '../process/tasks.ts'
import { cleanVideo } from './clean.ts'
import { inspect } from './inspect.ts'
import { makePlay } from './play.ts'
import { makePoster } from './poster.ts'
import { makePreview } from './preview.ts'
import { makeProof } from './proof.ts'
import { DAMAGED_VIDEO, type VideoTasks } from './video-tasks.ts'

const MAX_RSS_BYTES = 2 * 1024 ** 3

const av = await loadAv(workerArguments())
serveTasks<VideoTasks>(
  {
    clean: (task) => cleanVideo(av, task),
    look: async ({ file, type }) => (await inspect(av, file, type)).inspection,
    poster: ({ file, posterFile, type }) => makePoster(av, file, posterFile, type),
    play: ({ file, playFile, type }) => makePlay(av, file, playFile, type),
    proof: (task) => makeProof(av, task),
    preview: ({ file, previewFile, type }) => makePreview(av, file, previewFile, type),
  },
  { damaged: DAMAGED_VIDEO, maxRssBytes: MAX_RSS_BYTES, usedByPrograms: av.used },
)
