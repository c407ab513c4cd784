/** The worker process of uploaders.ts. */
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { createMediaClient } from './client.ts'
import { eachAtOnce } from '../load/concurrency.ts'
import type { UploadTask, UploadReport, Uploads } from './uploaders.ts'

os.setPriority(os.constants.priority.PRIORITY_LOW)

process.on('message', (task: UploadTask) => {
  void send(task)
    .catch((error: Error): UploadReport => ({ failure: error.message }))
    .then((report) => process.send?.(report))
})

async function send({ env, cookie, files, count, connections }: UploadTask): Promise<Uploads> {
  const client = createMediaClient(env, cookie)
  const pictures = await Promise.all(
    files.map(async (file) => new Uint8Array(await readFile(file))),
  )
  const sent: Uploads = { ids: [], times: [] }
  const all = Array.from({ length: count }, (_, index) => index)
  await eachAtOnce(all, connections, async (index) => {
    const bytes = pictures[index % pictures.length] ?? new Uint8Array()
    const from = performance.now()
    sent.ids.push((await client.upload(bytes, `${index}.jpg`)).id)
    sent.times.push(performance.now() - from)
  })
  return sent
}
