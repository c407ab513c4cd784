/** The worker process of video.ts. FFmpeg opens files that anyone may have sent, and may crash on them. */
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { serveTasks } from '../process/tasks.ts'
import { cleanVideo } from './clean.ts'
import { makePlay } from './play.ts'
import { makePoster } from './poster.ts'
import { makePreview } from './preview.ts'
import { DAMAGED_VIDEO, type VideoTasks } from './video-tasks.ts'

const MAX_RSS_BYTES = 2 * 1024 ** 3

Log.setLevel(AV_LOG_QUIET)
serveTasks<VideoTasks>(
  {
    clean: ({ file, cleanFile, type }) => cleanVideo(file, cleanFile, type),
    poster: ({ file, posterFile, type }) => makePoster(file, posterFile, type),
    play: ({ file, playFile, type }) => makePlay(file, playFile, type),
    preview: ({ file, previewFile, type }) => makePreview(file, previewFile, type),
  },
  { damaged: DAMAGED_VIDEO, maxRssBytes: MAX_RSS_BYTES },
)
