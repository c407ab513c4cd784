import { createRandom } from '../../../seeds/random.ts'
import { bombFilms, bombSounds } from './av.ts'
import { damagedFiles } from './damage.ts'
import { bombDocuments } from './documents.ts'
import type { MalformedFile } from './file.ts'
import { foreignFiles, polyglotFiles } from './foreign.ts'
import { bombPictures } from './pictures.ts'
import { readFile } from 'node:fs/promises'
import { IMAGE_TYPES, type ImageType } from '@plinth/contract/media/file-types.ts'
import { makeDoc, makeDocx, makePdf } from '../../media/documents.ts'
import { makeSound } from '../../media/sounds.ts'
import { makePicture, TURNED_HEIC } from '../../media/pictures.ts'
import { makeVideo } from '../../media/videos.ts'

/** How many damaged files of each type. Accepted ones are processed: pictures are cheapest, sound and HEIC dearest. */
const DAMAGED_OF: Record<string, number> = {
  HEIC: 12,
  MP4: 8,
  MOV: 8,
  WebM: 8,
  MP3: 3,
  M4A: 5,
  WAV: 4,
  OGG: 5,
  FLAC: 4,
  PDF: 6,
  doc: 7,
  docx: 6,
  txt: 1,
}
const DAMAGED_PICTURES = 36
/** All of them take a minute on two cores, so by default a quarter of the damaged files is used. */
export const IS_WHOLE = process.env.MALFORMED === 'whole'
const shareOf = (count: number) => (IS_WHOLE ? count : Math.ceil(count / 4))

/** Two hundred files of all types, the same in every run; five hundred with MALFORMED=whole. */
export async function malformedFiles(): Promise<MalformedFile[]> {
  const random = createRandom('malformed')
  const whole = await wholeFiles()
  return [
    ...damagedFiles(whole, (type) => shareOf(DAMAGED_OF[type] ?? DAMAGED_PICTURES), random),
    ...bombPictures(whole),
    ...bombFilms(whole),
    ...bombSounds(whole),
    ...bombDocuments(),
    ...foreignFiles(),
    ...polyglotFiles(whole),
  ]
}

/** A valid file of each type, so small that its renditions are cheap. */
async function wholeFiles(): Promise<Record<string, Buffer>> {
  const sound = { seconds: 0.3 }
  const film = { seconds: 1, width: 64, height: 48 }
  return {
    ...(await wholePictures()),
    MP4: await makeVideo({ ...film, sound: 'aac' }),
    MOV: await makeVideo({ ...film, type: 'video/quicktime' }),
    WebM: await makeVideo({ ...film, type: 'video/webm', picture: 'vp8' }),
    MP3: await makeSound({ format: 'mp3', codec: 'mp3', ...sound }),
    M4A: await makeSound({ format: 'ipod', codec: 'aac', ...sound }),
    WAV: await makeSound({ format: 'wav', codec: 'pcm16', ...sound }),
    OGG: await makeSound({ format: 'ogg', codec: 'vorbis', ...sound }),
    FLAC: await makeSound({ format: 'flac', codec: 'flac', ...sound }),
    PDF: makePdf({ box: [2_000, 100] }),
    doc: makeDoc(),
    docx: makeDocx(),
    txt: Buffer.from('A text of one line, with an umlaut: Grüße.\n'),
  }
}

async function wholePictures(): Promise<Record<string, Buffer>> {
  const pictures: Record<string, Buffer> = {}
  for (const [type, { name }] of Object.entries(IMAGE_TYPES)) {
    const isDrawn = type !== 'image/heic'
    pictures[name] = isDrawn
      ? await makePicture(type as ImageType, 40, 30)
      : await readFile(TURNED_HEIC)
  }
  return pictures
}
