/**
 * Makes the files in `src/fonts`. The styles use one cut of Archivo upright and one italic, which are a seventh of the
 * variable font. Run it with `npm run fonts --workspace web` when the package or a cut changes.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** Of the utilities `display` and `work-title`. */
const CUTS = {
  normal: { wdth: 118, wght: 600 },
  italic: { wdth: 104, wght: 520 },
} as const
type Style = keyof typeof CUTS

interface Font {
  name: string
  style: Style
  letters: 'latin' | 'latin-ext'
}

/** One file for each style and range of letters, as the package has them. */
export const FONTS: readonly Font[] = (['normal', 'italic'] as const).flatMap((style) =>
  (['latin', 'latin-ext'] as const).map((letters) => ({
    name: `archivo-${letters}-${style}.woff2`,
    style,
    letters,
  })),
)

export const fileOf = ({ name }: Font): string => path.join(import.meta.dirname, 'src/fonts', name)

/** The cut with every glyph and feature of the variable font. */
export async function makeFont({ style, letters }: Font): Promise<Buffer> {
  const file = `@fontsource-variable/archivo/files/archivo-${letters}-standard-${style}.woff2`
  const variable = await readFile(fileURLToPath(import.meta.resolve(file)))
  return subsetFont(variable, undefined, {
    keepAllGlyphs: true,
    targetFormat: 'woff2',
    variationAxes: CUTS[style],
  })
}

if (import.meta.main) {
  for (const font of FONTS) await writeFile(fileOf(font), await makeFont(font))
}
