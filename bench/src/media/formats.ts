import type { Media, Receipt } from '@plinth/contract/media/media.ts'
import { bytesText, formatTable, secondsText } from '../figures.ts'
import type { MediaClient } from './client.ts'
import { formatFiles } from './files.ts'

const HEADINGS = ['', 'sent', 'answered s', 'ready s', 'all s', 'largest served', 'taken out']

/** Times a file of every type, from its upload to the last rendition. Returns a table. */
export async function measureFormats(
  client: MediaClient,
  print: (text: string) => void,
): Promise<string> {
  const rows = [HEADINGS]
  for (const { name, make } of formatFiles) {
    print(`Sending ${name} …`)
    rows.push([name, ...(await measureFile(client, name, new Uint8Array(await make())))])
  }
  return `A file of each type, sent one after the other\n\n${formatTable(rows)}\n`
}

async function measureFile(
  client: MediaClient,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string[]> {
  const begun = performance.now()
  const since = () => secondsText((performance.now() - begun) / 1_000)
  const sent = await client.upload(bytes, name)
  const answered = since()
  await client.until(sent.id, ({ state }) => state === 'ready')
  const ready = since()
  const receipt = await untilAll(client, sent.id)
  const all = since()
  const served = await client.size(servedUrl(receipt.media))
  await client.remove(sent.id)
  const takenOut = receipt.takenOut.join(', ')
  return [
    bytesText(bytes.length),
    answered,
    ready,
    all,
    bytesText(served),
    takenOut || (receipt.isSame ? 'nothing, the same bytes' : 'nothing'),
  ]
}

/** Polls until every rendition is made. */
async function untilAll(client: MediaClient, id: string): Promise<Receipt> {
  for (;;) {
    const receipt = await client.receipt(id)
    if (receipt.failure !== null) throw new Error(`${receipt.media.fileName}: ${receipt.failure}`)
    if (receipt.made.every(({ state }) => state === 'ready')) return receipt
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The largest file that people get: to zoom in, to play or to download. */
const servedUrl = ({ picture, video, audio, document }: Media): string =>
  video?.url ?? audio?.url ?? document?.url ?? picture.originalUrl
