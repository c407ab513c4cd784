import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** Folders by parent, as the map in the architecture page draws them: two spaces for each level. */
function readMap(page: string): Map<string, string[]> {
  const [, block = ''] = /<!-- map -->\n```\n([\s\S]*?)```/.exec(page) ?? []
  const map = new Map<string, string[]>()
  const parents: string[] = []
  for (const line of block.split('\n')) {
    const [, indent = '', name] = /^( *)([\w/-]+)\/(?: |$)/.exec(line) ?? []
    if (name === undefined) continue
    const level = indent.length / 2
    const parent = level === 0 ? '' : parents[level - 1]
    if (parent === undefined) throw new Error(`The map's line "${line}" has no parent.`)
    const folder = path.posix.join(parent, name)
    parents.splice(level, Infinity, folder)
    if (parent !== '') map.set(parent, [...(map.get(parent) ?? []), name])
  }
  return map
}

describe('the map in the architecture page', () => {
  const map = readMap(read('docs/architecture.md'))

  it('draws the folders of the contract, the server and the web', () => {
    expect([...map.keys()].toSorted()).toEqual([
      'contract/src',
      'server/src',
      'server/src/core',
      'server/src/features',
      'server/src/http',
      'web/src',
      'web/src/features',
    ])
  })

  it.each([...map])('shows every folder in %s and no other', (parent, drawn) => {
    expect(drawn.toSorted()).toEqual(foldersIn(parent))
  })
})

describe('the pages in docs/', () => {
  const pages = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
  // A decision keeps the names of its day.
  const current = pages.filter((page) => !page.startsWith('docs/decisions/'))

  it.each([...current, 'README.md', 'CONTRIBUTING.md'])(
    '%s names only files that exist',
    (page) => {
      const named = [
        ...read(page).matchAll(
          /`((?:contract|server|web|sandbox|bench|e2e|scripts|deploy)\/[\w./-]+\.\w+)`/g,
        ),
      ].map(([, file = '']) => file)
      expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
    },
  )

  it.each([...pages, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
    '%s links only to pages that exist',
    (page) => {
      const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)].map(
        ([, link = '']) => path.join(path.dirname(page), link),
      )
      expect(links.filter((link) => !existsSync(path.join(ROOT, link)))).toEqual([])
    },
  )
})
