import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { FONTS, fileOf, makeFont } from '../../make-fonts.ts'

it.each(FONTS)('$name is made from the installed package', async (font) => {
  const made = await makeFont(font)
  expect(made.equals(await readFile(fileOf(font)))).toBe(true)
})
