import type { LocatedFile } from './located-file.ts'
import { locatedFilms } from './located-films.ts'
import { locatedGifs } from './located-gifs.ts'
import { locatedHeifs } from './located-heifs.ts'
import { locatedJpegs } from './located-jpegs.ts'
import { locatedPngs } from './located-pngs.ts'
import { locatedSounds } from './located-sounds.ts'
import { locatedTiffs } from './located-tiffs.ts'
import { locatedWebps } from './located-webps.ts'

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
