import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FRESH_MINUTES } from '../contract/src/limits.ts'
import { ACTIVITY_DAYS } from '../contract/src/people/activity.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const policies = read('docs/security.md')
/** The tracked files of our own code, without tests. */
const sources = execFileSync('git', ['ls-files', 'contract/src', 'server/src', 'web/src'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

/** The numbers of the standard: for each level, the last ones of sections and what is of another level. */
const LEVEL_1 =
  '1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2 6.1.1 6.2.1-8 6.3.1-2 6.4.1-2 7.2.1-4 7.4.1-2 8.1.1 8.2.1-2 8.3.1 9.1.1-3 9.2.1 10.4.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1'
const LEVEL_2 =
  '1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2 2.1.2-3 2.2.3 2.3.2-4 2.4.1 3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2 4.1.2-3 4.2.1 4.3.1-2 4.4.2-4 5.1.1 5.2.3 5.4.1-3 6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.3.1-2 7.4.3-5 7.5.1-2 7.6.1-2 8.1.2 8.2.3 8.4.1 9.2.2-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.3 11.4.2-4 11.5.1 11.6.1 12.1.2-3 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.2-5 14.1.1-2 14.2.2-4 14.3.2-3 15.1.2-3 15.2.2-3 15.3.2-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3'
const idsOf = (ranges: string) =>
  ranges.split(' ').flatMap((range) => {
    const [, section = '', from = '', to = from] = /^(.+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? []
    return Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, at) => `${section}.${Number(from) + at}`,
    )
  })

const page = read('docs/asvs.md')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id = '', level = '', asked = '', answer = '', tests = ''] = line.slice(1, -1).split(' |')
    const [, kind = '', why = ''] = /^ \*\*(Yes|No|N\/A)\*\*(?:: (.+))?$/.exec(answer) ?? []
    return {
      id: id.trim(),
      level: Number(level),
      asked: asked.trim(),
      kind,
      why,
      tests: tests.trim(),
    }
  })
const testsOf = (cell: string) =>
  cell === ''
    ? []
    : cell.split('<br>').map((one) => {
        const [, file = '', title = ''] = /^`([^`]+)`: “(.+)”$/.exec(one) ?? []
        return { file, title }
      })

describe('the answers to ASVS', () => {
  it('are 246, one for each requirement of levels 1 and 2', () => {
    const wanted = [
      ...idsOf(LEVEL_1).map((id) => `${id} of level 1`),
      ...idsOf(LEVEL_2).map((id) => `${id} of level 2`),
    ]
    expect(wanted).toHaveLength(246)
    const given = rows.map(({ id, level }) => `${id} of level ${level}`)
    expect(given.toSorted()).toEqual(wanted.toSorted())
  })

  it('say yes, no or not applicable, and why where it is not by a test alone', () => {
    for (const { id, asked, kind, why, tests } of rows) {
      expect([id, kind]).not.toEqual([id, ''])
      expect([id, asked]).not.toEqual([id, ''])
      if (kind !== 'Yes' || tests === '') expect([id, why]).not.toEqual([id, ''])
    }
  })

  it('name only files that exist and tests that are in them', () => {
    for (const { id, why, tests } of rows) {
      for (const [, file = ''] of why.matchAll(/`([\w.@-]+\/[\w./@-]+)`/g))
        expect([id, file, existsSync(path.join(ROOT, file))]).toEqual([id, file, true])
      for (const { file, title } of testsOf(tests)) {
        expect([id, file]).toEqual([id, expect.stringMatching(/\.(test|spec)\.tsx?$/)])
        const isThere = [`'`, '"', '`'].some((quote) => read(file).includes(quote + title + quote))
        expect([id, file, title, isThere]).toEqual([id, file, title, true])
      }
    }
  })

  it('rest on tests for at least four of five that apply, as the head of the page says', () => {
    const count = (kind: string) => rows.filter((row) => row.kind === kind).length
    const applying = count('Yes') + count('No')
    const tested = rows.filter(({ kind, tests }) => kind === 'Yes' && tests !== '').length
    const share = Math.floor((tested * 100) / applying)
    expect(share).toBeGreaterThanOrEqual(80)
    const [, totals = ''] = /<!-- totals -->\n(.+)\n<!-- \/totals -->/.exec(page) ?? []
    expect(totals).toBe(
      `${rows.length} requirements, ${idsOf(LEVEL_1).length} of level 1 and ${idsOf(LEVEL_2).length} of level 2. Met: ${count('Yes')}. Not met: ${count('No')}. Not applicable: ${count('N/A')}. Of the ${applying} that apply, ${tested} are met and proven by a test of \`npm test\`: ${share} %.`,
    )
  })

  it('name everything that is not met in the head of the page', () => {
    const [head = ''] = page.split('\n## ')
    const named = [...head.matchAll(/\b\d+\.\d+\.\d+\b(?!,? levels)/g)].map(([id]) => id)
    const open = rows.flatMap(({ id, kind }) => (kind === 'No' ? [id] : []))
    expect(named.filter((id) => id !== '5.0.0').toSorted()).toEqual(open.toSorted())
  })
})

describe('the page about security', () => {
  it('names every file that uses cryptography', () => {
    const [, table = ''] =
      /<!-- cryptography -->\n([\s\S]+)<!-- \/cryptography -->/.exec(policies) ?? []
    const named = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file)
    for (const file of named)
      expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true])
    const using = sources.filter((file) =>
      /from '(?:node:crypto|jose|openid-client)'|\bsha256\(/.test(read(file)),
    )
    expect(using.filter((file) => !named.includes(file))).toEqual([])
    expect(using.length).toBeGreaterThan(20)
  })

  it('says the lifetimes that the code has', () => {
    const queries = read('server/src/core/session/session-queries.ts')
    const lifetime = (name: string) =>
      new RegExp(`${name} = sql\`interval '([^']+)'\``).exec(queries)?.[1] ?? 'nothing'
    const said = (what: string) => new RegExp(`^\\| ${what} \\| (.+) \\|$`, 'm').exec(policies)?.[1]
    expect(said('Without use')).toBe(`ends after ${lifetime('IDLE_LIMIT')}`)
    expect(said('In any case')).toBe(`ends after ${lifetime('ABSOLUTE_LIMIT')}`)
    expect(said('Sign-in attempt')).toContain(lifetime('ATTEMPT_LIMIT'))
    expect(said('Known browser')).toContain(lifetime('DEVICE_LIMIT'))
    expect(said('Fresh')).toContain(`for ${FRESH_MINUTES} minutes`)
    expect(policies).toContain(`activity ${ACTIVITY_DAYS} days`)
  })

  it('names every secret that the server reads', () => {
    const [, secrets = ''] = /^## Secrets\n([\s\S]+?)^## /m.exec(policies) ?? []
    const settings = [...read('docs/operating.md').matchAll(/^\| `([A-Z\d_]+)` \|/gm)]
      .map(([, name = '']) => name)
      .filter((name) => /SECRET|_TOKEN$|HEADERS$/.test(name))
    expect(settings.length).toBeGreaterThan(6)
    for (const name of [...settings, 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL'])
      expect(secrets).toContain(`\`${name}\``)
  })
})

describe('the code', () => {
  /** Files with what matches, and the first match. */
  const findings = (pattern: RegExp, files = sources) =>
    files.flatMap((file) => {
      const [found] = pattern.exec(read(file)) ?? []
      return found === undefined ? [] : [`${file}: ${found}`]
    })

  it('has no code that runs text', () => {
    // Redis runs a script of ours.
    const files = sources.filter((file) => file !== 'server/src/http/limits/redis.ts')
    expect(findings(/\beval\(|new Function\(|node:vm|document\.write\(/, files)).toEqual([])
    expect(findings(/dangerouslySetInnerHTML|\.innerHTML\b/)).toEqual([
      'web/src/features/legal/legal-page.tsx: dangerouslySetInnerHTML',
    ])
  })

  it('encrypts nothing and hashes with nothing weak', () => {
    const weak =
      /createCipheriv|createDecipheriv|publicEncrypt|'(?:md5|sha1|md4|ripemd160)'|pgp_sym|pbkdf2/i
    expect(findings(weak)).toEqual([])
    // Delays and shuffles on screens need no secret.
    const server = sources.filter((file) => file.startsWith('server/'))
    expect(findings(/Math\.random/, server)).toEqual([])
  })

  it('checks certificates everywhere', () => {
    expect(findings(/rejectUnauthorized: |NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([])
  })
})
