import { CounterNotice } from '@plinth/contract/moderation/counter-notice.ts'
import { problemsOf } from '../../lib/forms/problems.ts'
import { noticeProblems } from './notice-problems.ts'
import { texts } from './counter-texts.ts'

export interface CounterFields {
  text: string
  name: string
  address: string
  phone: string
  isMistaken: boolean
  acceptsCourt: boolean
  signature: string
}

export const EMPTY: CounterFields = {
  text: '',
  name: '',
  address: '',
  phone: '',
  isMistaken: false,
  acceptsCourt: false,
  signature: '',
}

export const bodyOf = (fields: CounterFields): CounterNotice => ({
  ...fields,
  isMistaken: true,
  acceptsCourt: true,
})

/** What stands in the way of sending it, by field. */
export const checkCounter = async (fields: CounterFields): Promise<Record<string, string>> => ({
  ...(await problemsOf(CounterNotice, bodyOf(fields), (field) =>
    texts.problems.long(texts.fields[field as keyof CounterFields]),
  )),
  ...noticeProblems(fields, texts),
})
