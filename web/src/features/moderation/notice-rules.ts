import { isSignedBy, CounterNotice, NewTakedown } from '@plinth/contract/moderation/copyright.ts'
import { problemsOf } from '../../lib/forms/contract.ts'
import { counterTexts } from './moderation-texts.ts'
import { copyrightTexts } from './moderation-texts.ts'

/** A signature that is not the name: what a schema cannot say. */
const noticeProblems = (
  { name, signature }: { name: string; signature: string },
  { problems }: { problems: { signature: string } },
): Record<string, string> => (isSignedBy(signature, name) ? {} : { signature: problems.signature })

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

/** A statement that is not ticked yet is refused by the contract. */
export const counterBody = (fields: CounterFields) => fields as CounterNotice

/** All problems by field; empty when it can be sent. */
export const checkCounter = async (fields: CounterFields): Promise<Record<string, string>> => ({
  ...noticeProblems(fields, counterTexts),
  ...(await problemsOf(CounterNotice, counterBody(fields))),
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

/** A statement that is not ticked yet is refused by the contract. */
export const noticeBody = (fields: NoticeFields): NewTakedown => ({
  ...(fields as NewTakedown),
  url: fields.url.trim(),
  email: fields.email.trim(),
})

/** All problems by field; empty when it can be sent. */
export const checkNotice = async (fields: NoticeFields): Promise<Record<string, string>> => ({
  ...noticeProblems(fields, copyrightTexts),
  ...(await problemsOf(NewTakedown, noticeBody(fields))),
})
