import { NewTakedown } from '@plinth/contract/moderation/takedowns.ts'
import { problemsOf } from '../../lib/forms/problems.ts'
import { texts } from './copyright-texts.ts'
import { noticeProblems } from './notice-problems.ts'

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

export const EMPTY: NoticeFields = {
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

export const bodyOf = (fields: NoticeFields): NewTakedown => ({
  ...fields,
  url: fields.url.trim(),
  email: fields.email.trim(),
  isInGoodFaith: true,
  isAccurate: true,
})

/** What stands in the way of sending it, by field. */
export const checkNotice = async (fields: NoticeFields): Promise<Record<string, string>> => ({
  ...(await problemsOf(NewTakedown, bodyOf(fields), sentenceFor)),
  ...noticeProblems(fields, texts, ['organisation']),
})

const sentenceFor = (field: string, keyword: string): string =>
  field === 'email' && keyword !== 'maxLength'
    ? texts.problems.email
    : texts.problems.long(texts.fields[field as keyof NoticeFields])
