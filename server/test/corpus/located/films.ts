import { makeVideo } from '../../media/videos.ts'
import { box, fullBox, shorts, withBox, words } from '../boxes.ts'
import {
  fixedPlace,
  ISO_6709,
  scaledPlace,
  TOWN,
  WORDS,
  collectFiles,
  type LocatedFile,
} from './canaries.ts'
import { xmpAttributes } from './metadata.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Demuxer, Muxer } from 'node-av/api'
import { Dictionary } from 'node-av/lib'

/** Adobe's name for XMP among the boxes that only their writer knows. */
const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const ZEROS = (bytes: number) => Buffer.alloc(bytes)

/** Adds boxes to the index. FFmpeg puts it after the pictures, so it can grow without moving them. */
export const inIndex = (file: Buffer, ...parts: Buffer[]): Buffer =>
  withBox(file, 'moov', (index) => Buffer.concat([index, ...parts]))

/** A line of text as cameras and phones write it: length, language, text. */
const textBox = (type: string, text: string) =>
  box(type, shorts(Buffer.byteLength(text), 0x15c7), text)
export const xyzBox = () => box('udta', textBox('\u00a9xyz', ISO_6709))
const lociBox = () =>
  box(
    'udta',
    fullBox(
      'loci',
      0,
      0,
      shorts(0x15c7),
      Buffer.from(`${TOWN}\0\0`),
      fixedPlace(),
      words(0),
      Buffer.from('earth\0\0'),
    ),
  )

/** Apple's metadata: the names in one box, the values in another. */
function appleWords(name: string, value: string): Buffer {
  const key = box('mdta', name)
  const data = box('data', words(1, 0), value)
  const item = Buffer.concat([words(data.length + 8, 1), data])
  const handler = fullBox('hdlr', 0, 0, ZEROS(4), Buffer.from('mdta'), ZEROS(13))
  const keys = fullBox('keys', 0, 0, words(1), key)
  return box('meta', handler, keys, box('ilst', item))
}

/** Adds a track with one sample of sensor data, stored at the end of the file. */
function withSensorTrack(film: Buffer, format: string, sample: Buffer): Buffer {
  const track = (sampleAt: number) =>
    box(
      'trak',
      fullBox('tkhd', 0, 7, words(0, 0, 9, 0, 1_000), ZEROS(60)),
      box(
        'mdia',
        fullBox('mdhd', 0, 0, words(0, 0, 1_000, 1_000), shorts(0x55c4, 0)),
        fullBox('hdlr', 0, 0, ZEROS(4), Buffer.from('meta'), ZEROS(12), Buffer.from(`${TOWN}\0`)),
        box(
          'minf',
          fullBox('nmhd', 0, 0),
          box('dinf', fullBox('dref', 0, 0, words(1), fullBox('url ', 0, 1))),
          box(
            'stbl',
            fullBox('stsd', 0, 0, words(1), box(format, ZEROS(6), shorts(1))),
            fullBox('stts', 0, 0, words(1, 1, 1_000)),
            fullBox('stsc', 0, 0, words(1, 1, 1, 1)),
            fullBox('stsz', 0, 0, words(0, 1, sample.length)),
            fullBox('stco', 0, 0, words(1, sampleAt)),
          ),
        ),
      ),
    )
  const length = inIndex(film, track(0)).length
  return Buffer.concat([inIndex(film, track(length + 8)), box('mdat', sample)])
}

/** A position in GoPro's format: name, type, length and count. */
const gpsSample = (): Buffer =>
  Buffer.concat([Buffer.from('GPS5l\x08\0\x01'), scaledPlace(), Buffer.from(WORDS)])

/** Makes the box of the pictures longer than they are; the extra bytes belong to no track. */
const betweenPictures = (film: Buffer): Buffer =>
  withBox(film, 'mdat', (pictures) => Buffer.concat([pictures, Buffer.from(WORDS)]))

export async function locatedFilms(): Promise<LocatedFile[]> {
  const mp4 = collectFiles('MP4', null)
  const mov = collectFiles('MOV', null)
  const webm = collectFiles('WebM', null)
  const film = await makeVideo({ seconds: 1, width: 400, height: 240, sound: 'aac' })
  const small = await makeVideo({ seconds: 1 })
  const apple = await makeVideo({ seconds: 1, type: 'video/quicktime' })
  const turned = await makeVideo({ seconds: 1, type: 'video/quicktime', isTurned: true })
  const web = await makeVideo({ seconds: 1, type: 'video/webm', picture: 'vp8' })

  mp4.add('©xyz', inIndex(film, xyzBox()))
  mp4.add('loci', inIndex(small, lociBox()))
  mp4.add('XMP', Buffer.concat([small, box('uuid', XMP_UUID, xmpAttributes())]))
  mp4.add('track of an action camera', withSensorTrack(small, 'gpmd', gpsSample()))
  mp4.add('track of a drone', withSensorTrack(small, 'djmd', gpsSample()))
  mp4.add('words of a program', await inContainer(small, 'mp4', { comment: WORDS }), {
    takenOut: 'comment',
  })
  mp4.add('between the pictures', inIndex(betweenPictures(small), box('free', TOWN)), {
    takenOut: null,
  })
  mp4.add('behind the end', Buffer.concat([small, Buffer.from(WORDS)]), { takenOut: 'rest' })

  mov.add('©xyz', inIndex(turned, xyzBox()))
  mov.add(
    "Apple's place",
    inIndex(apple, appleWords('com.apple.quicktime.location.ISO6709', ISO_6709)),
  )
  mov.add('words of a track', await inContainer(apple, 'mov', {}, { handler_name: WORDS }), {
    takenOut: 'history',
  })

  const told = await inContainer(web, 'webm', { LOCATION: ISO_6709 }, { GEO_LOCATION: WORDS })
  webm.add('tags', told)
  return [...mp4.files, ...mov.files, ...webm.files]
}

/** Copies the streams to a new file with metadata about the file and about its tracks. */
export async function inContainer(
  file: Buffer,
  format: string,
  tags: Record<string, string>,
  trackTags: Record<string, string> = {},
): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-words-'))
  try {
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')]
    await writeFile(from, file)
    await copy(from, to, { format, tags, trackTags })
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copy(
  from: string,
  to: string,
  {
    format,
    tags,
    trackTags,
  }: { format: string } & Record<'tags' | 'trackTags', Record<string, string>>,
): Promise<void> {
  const source = await Demuxer.open(from)
  const target = await Muxer.open(to, { format })
  for (const stream of source.streams) {
    const added = target.getStream(target.addStream(stream))
    if (added !== undefined) added.metadata = Dictionary.fromObject(trackTags)
  }
  target.getFormatContext().metadata = Dictionary.fromObject(tags)
  for await (const packet of source.packets()) {
    if (packet === null) break
    await target.writePacket(packet, packet.streamIndex)
    packet.free()
  }
  for (const stream of source.streams) await target.writePacket(null, stream.index)
  await target.close()
  await source.close()
}
