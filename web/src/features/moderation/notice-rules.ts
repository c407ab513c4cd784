import { isSignedBy, CounterNotice, NewTakedown } from '@plinth/contract/moderation/copyright.ts'
import { problemsOf } from '../../lib/forms/contract.ts'
import { counterTexts } from './moderation-texts.ts'
import { copyrightTexts } from './moderation-texts.ts'

interface NoticeTexts<Name extends string> {
  fields: Readonly<Record<Name, string>>
  problems: {
    missing: (label: string) => string
    statement: string
    signature: string
  }
}

/** Problems of a notice or counter-notice by field: missing text, unticked declarations, a wrong signature. */
function noticeProblems<Name extends string>(
  fields: Readonly<Record<Name, string | boolean>> & { name: string; signature: string },
  { fields: labels, problems: words }: NoticeTexts<Name>,
  optional: readonly Name[] = [],
): Record<string, string> {
  const problems: Record<string, string> = isSignedBy(fields.signature, fields.name)
    ? {}
    : { signature: words.signature }
  for (const name of Object.keys(labels) as Name[]) {
    const value = fields[name]
    if (value === false) problems[name] = words.statement
    else if (typeof value === 'string' && value.trim() === '' && !optional.includes(name))
      problems[name] = words.missing(labels[name])
  }
  return problems
}

export interface CounterFields {
  text: string
  name: string
  address: string
  phone: string
  isMistaken: boolean
  acceptsCourt: boolean
  signature: string
}

export const EMPTY_COUNTER: CounterFields = {
  text: '',
  name: '',
  address: '',
  phone: '',
  isMistaken: false,
  acceptsCourt: false,
  signature: '',
}

export const counterBody = (fields: CounterFields): CounterNotice => ({
  ...fields,
  isMistaken: true,
  acceptsCourt: true,
})

/** All problems by field; empty when it can be sent. */
export const checkCounter = async (fields: CounterFields): Promise<Record<string, string>> => ({
  ...(await problemsOf(CounterNotice, counterBody(fields), (field) =>
    counterTexts.problems.long(counterTexts.fields[field as keyof CounterFields]),
  )),
  ...noticeProblems(fields, counterTexts),
})

export interface NoticeFields {
  url: string
  work: string
  name: string
  organisation: string
  email: string
  address: string
  isInGoodFaith: boolean
  isAccurate: boolean
  signature: string
}

export const EMPTY_NOTICE: NoticeFields = {
  url: '',
  work: '',
  name: '',
  organisation: '',
  email: '',
  address: '',
  isInGoodFaith: false,
  isAccurate: false,
  signature: '',
}

export const noticeBody = (fields: NoticeFields): NewTakedown => ({
  ...fields,
  url: fields.url.trim(),
  email: fields.email.trim(),
  isInGoodFaith: true,
  isAccurate: true,
})

/** All problems by field; empty when it can be sent. */
export const checkNotice = async (fields: NoticeFields): Promise<Record<string, string>> => ({
  ...(await problemsOf(NewTakedown, noticeBody(fields), sentenceFor)),
  ...noticeProblems(fields, copyrightTexts, ['organisation']),
})

const sentenceFor = (field: string, keyword: string): string =>
  field === 'email' && keyword !== 'maxLength'
    ? copyrightTexts.problems.email
    : copyrightTexts.problems.long(copyrightTexts.fields[field as keyof NoticeFields])
