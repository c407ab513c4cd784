import { createRandom } from '../../seeds/random.ts'
import { bombFilms, bombSounds } from './malformed-av.ts'
import { damagedFiles } from './malformed-damage.ts'
import { bombDocuments } from './malformed-documents.ts'
import type { MalformedFile } from './malformed-file.ts'
import { foreignFiles } from './malformed-foreign.ts'
import { bombPictures } from './malformed-pictures.ts'
import { polyglotFiles } from './malformed-polyglots.ts'
import { wholeFiles } from './malformed-whole.ts'

/** What is taken nevertheless is worked on: pictures cost least, sound and HEIC most. */
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
/** All of them take a minute of both processors of a small machine: as a rule every fourth damage is enough. */
export const IS_WHOLE = process.env.MALFORMED === 'whole'
const shareOf = (count: number) => (IS_WHOLE ? count : Math.ceil(count / 4))

/** Two hundred files of all types, the same in every run, and five hundred of them with MALFORMED=whole. */
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
