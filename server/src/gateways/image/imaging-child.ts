/** The worker process of imaging.ts. It decodes files that anyone may have sent, and may crash on them. */
import { readFile, writeFile } from 'node:fs/promises'
import { serveTasks } from '../process/tasks.ts'
import { decodeHeic } from './heic.ts'
import { clean, inspect } from './inspect.ts'
import { pyramids } from './pyramids.ts'
import { preview, render, tiles, writeMark, writeNamed } from './render.ts'
import { DAMAGED, type ImagingTasks } from './imaging-tasks.ts'

const MAX_RSS_BYTES = 1.5 * 1024 ** 3

serveTasks<ImagingTasks>(
  {
    inspect: ({ file, type }) => inspect(file, type),
    clean,
    decode: async ({ file, workFile }) =>
      writeFile(workFile, await decodeHeic(await readFile(file))),
    render,
    preview,
    mark: writeMark,
    name: writeNamed,
    tiles,
    pyramids,
  },
  { damaged: DAMAGED, maxRssBytes: MAX_RSS_BYTES },
)
