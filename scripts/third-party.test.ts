import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { listThirdParty, thirdPartyPage } from './lib/third-party.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const lockfile = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))

const workspace = { dependencies: {} }
const lockOf = (packages: Record<string, object>) => ({
  packages: {
    '': workspace,
    contract: workspace,
    web: workspace,
    sandbox: workspace,
    server: { dependencies: { fast: '1' }, devDependencies: { slow: '1' } },
    'node_modules/slow': { version: '1.0.0', license: 'Secret' },
    ...packages,
  },
})

describe('the list of third parties', () => {
  it('follows dependencies to where Node finds them, and leaves out what only tests need', () => {
    const lock = lockOf({
      'node_modules/fast': {
        version: '1.0.0',
        license: 'MIT',
        dependencies: { inner: '2' },
        optionalDependencies: { native: '1', gone: '1' },
      },
      'node_modules/fast/node_modules/inner': { version: '2.0.0', license: '(MIT OR CC0-1.0)' },
      'node_modules/inner': { version: '1.0.0', license: 'ISC' },
      'node_modules/native': { version: '1.0.0', license: 'MIT', os: ['darwin'] },
    })
    expect(listThirdParty(lock)).toEqual([
      { name: 'fast', version: '1.0.0', licence: 'MIT' },
      { name: 'inner', version: '2.0.0', licence: '(MIT OR CC0-1.0)' },
    ])
  })

  it.each([
    ['no licence is given', undefined],
    ['SSPL-1.0', 'SSPL-1.0'],
    ['MIT AND SSPL-1.0', 'MIT AND SSPL-1.0'],
  ])('refuses a package with %s', (said, license) => {
    const lock = lockOf({ 'node_modules/fast': { version: '1.0.0', license } })
    expect(() => listThirdParty(lock)).toThrow(`fast@1.0.0: ${said}`)
  })

  it('refuses a lockfile that lacks a dependency', () => {
    expect(() => listThirdParty(lockOf({}))).toThrow(
      'The lockfile has no fast, which server needs.',
    )
  })

  it('says what the FFmpeg that is installed says of itself', () => {
    const file = path.join(ROOT, `node_modules/@seydx/node-av-linux-${process.arch}/node-av.node`)
    const binary = readFileSync(file)
    for (const option of [
      '--enable-gpl',
      '--enable-version3',
      '--enable-libx264',
      '--enable-libx265',
    ])
      expect(binary.includes(option), option).toBe(true)
    expect(binary.includes('--enable-nonfree')).toBe(false)
    const page = thirdPartyPage(listThirdParty(lockfile))
    expect(page).toContain(
      `| @seydx/node-av-linux-${process.arch} | ${lockfile.packages['node_modules/node-av'].version} | MIT AND GPL-3.0-or-later |`,
    )
  })
})
