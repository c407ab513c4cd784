import type { LocatedFile } from './canaries.ts'
import { locatedFilms } from './films.ts'
import { locatedGifs } from './gifs.ts'
import { locatedHeifs } from './heifs.ts'
import { locatedJpegs } from './jpegs.ts'
import { locatedPngs } from './pngs.ts'
import { locatedSounds } from './sounds.ts'
import { locatedTiffs } from './tiffs.ts'
import { locatedWebps } from './webps.ts'

/** Files of every type with metadata, each with the place in another form. */
export const locatedFiles = async (): Promise<LocatedFile[]> => [
  ...(await locatedJpegs()),
  ...(await locatedPngs()),
  ...(await locatedWebps()),
  ...(await locatedGifs()),
  ...locatedTiffs(),
  ...(await locatedHeifs()),
  ...(await locatedFilms()),
  ...(await locatedSounds()),
]
