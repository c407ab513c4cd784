/** The process of media-senders.ts. */
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { createMediaClient, eachAtOnce } from './client.ts'
import type { SendersTask, SendersTold, Sent } from './uploaders.ts'

os.setPriority(os.constants.priority.PRIORITY_LOW)

process.on('message', (task: SendersTask) => {
  void send(task)
    .catch((error: Error): SendersTold => ({ failure: error.message }))
    .then((told) => process.send?.(told))
})

async function send({ env, cookie, files, count, connections }: SendersTask): Promise<Sent> {
  const client = createMediaClient(env, cookie)
  const pictures = await Promise.all(
    files.map(async (file) => new Uint8Array(await readFile(file))),
  )
  const sent: Sent = { ids: [], times: [] }
  const all = Array.from({ length: count }, (_, index) => index)
  await eachAtOnce(all, connections, async (index) => {
    const bytes = pictures[index % pictures.length] ?? new Uint8Array()
    const from = performance.now()
    sent.ids.push((await client.upload(bytes, `${index}.jpg`)).id)
    sent.times.push(performance.now() - from)
  })
  return sent
}
