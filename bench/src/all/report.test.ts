import { describe, expect, it } from 'vitest'
import { markdownTable, replaceSection } from './report.ts'

describe('replaceSection', () => {
  const page = 'Before.\n\n<!-- reads -->\n\nold\n\n<!-- /reads -->\n\nAfter.\n'

  it('replaces what is between the markers and keeps the rest', () => {
    const replaced = replaceSection(page, 'reads', 'new\n')
    expect(replaced).toBe(page.replace('old', 'new'))
    expect(replaceSection(replaced, 'reads', 'new')).toBe(replaced)
  })

  it('refuses a page without the markers', () => {
    expect(() => replaceSection(page, 'writes', 'new')).toThrow(/no section/)
    expect(() => replaceSection('<!-- /a --> <!-- a -->', 'a', 'new')).toThrow(/no section/)
  })
})

describe('markdownTable', () => {
  it('aligns figures right', () => {
    expect(
      markdownTable([
        ['', 'a second'],
        ['feed', '900'],
      ]),
    ).toBe('|  | a second |\n| --- | --: |\n| feed | 900 |')
  })
})
