import type { LocatedFile } from './canaries.ts'
import { locatedFilms } from './films.ts'
import { locatedGifs } from './gifs.ts'
import { locatedHeifs } from './heifs.ts'
import { locatedJpegs } from './jpegs.ts'
import { locatedPngs } from './pngs.ts'
import { locatedSounds } from './sounds.ts'
import { locatedTiffs } from './tiffs.ts'
import { locatedWebps } from './webps.ts'

/** Files of every type that has words, each telling where it was made in another way. */
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
