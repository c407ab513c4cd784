import type { Stays, TakenOut } from '@plinth/contract/media/media.ts'

/** Notes that something was found; what names the author and the rights does not count where it stays. */
export type Note = (what: TakenOut, of?: 'rights') => void

/** What a file says about whose it is. Null where it says nothing. */
export interface Rights {
  creators: string[]
  copyright: string | null
  credit: string | null
  /** The licence in words. */
  terms: string | null
  /** The address of the licence. */
  statement: string | null
}

export type RightsNote = <K extends keyof Rights>(what: K, value: Rights[K]) => void

export const NO_RIGHTS: Rights = {
  creators: [],
  copyright: null,
  credit: null,
  terms: null,
  statement: null,
}

export const hasRights = (rights: Rights | null): rights is Rights =>
  rights !== null &&
  (rights.creators.length > 0 ||
    [rights.copyright, rights.credit, rights.terms, rights.statement].some((one) => one !== null))

/** What of it a file says, in the contract's order. */
export function saidIn(rights: Rights | null): Stays[] {
  const { creators, copyright, credit, terms, statement } = rights ?? NO_RIGHTS
  const said: [Stays, boolean][] = [
    ['creators', creators.length > 0],
    ['copyright', copyright !== null],
    ['credit', credit !== null],
    ['licence', (terms ?? statement) !== null],
  ]
  return said.filter(([, isSaid]) => isSaid).map(([what]) => what)
}

const MAX_CREATORS = 10
const MAX_LENGTH = 500

/** Control characters, which XML has no place for, become blanks. */
export const cleanText = (text: string): string | null =>
  text
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed() || null

export const cleanNames = (names: string[]): string[] =>
  names
    .map(cleanText)
    .filter((name) => name !== null)
    .slice(0, MAX_CREATORS)

/** Bytes of a field that may be UTF-8, as most programs write it, or Latin-1, as the standards once said. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
