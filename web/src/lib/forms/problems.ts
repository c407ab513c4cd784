import type { TSchema } from 'typebox'
import {
  set,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiError } from '../api/errors.ts'

export type Problems = Record<string, string>

/** The checker weighs as much as a form: it follows it, and is there before anybody has typed. */
const importChecker = () => import('typebox/schema')

/** Has at hand what `problemsOf` checks with, before somebody has typed. */
export const prepareChecker = (): void => void importChecker()

/** What the contract has against a body, by field, in the words of `sentenceFor`. Empty: nothing. */
export async function problemsOf(
  schema: TSchema,
  body: object,
  sentenceFor: (field: string, keyword: string) => string,
): Promise<Problems> {
  const { Check, Errors } = await importChecker()
  if (Check(schema, body)) return {}
  const problems: Problems = {}
  for (const { instancePath, keyword } of Errors(schema, body)[1]) {
    const field = instancePath.split('/')[1]
    if (field) problems[field] ??= sentenceFor(field, keyword)
  }
  return problems
}

/** Problems by field; one of a list's is named as in `milestones.0.title`. */
export function resolverOf<Form extends FieldValues>(
  check: (form: Form) => Problems | Promise<Problems>,
): Resolver<Form> {
  return async (form) => {
    const problems = Object.entries(await check(form))
    if (problems.length === 0) return { values: form, errors: {} }
    const errors: FieldErrors<Form> = {}
    for (const [field, message] of problems) set(errors, field, { type: 'check', message })
    return { values: {}, errors }
  }
}

/** A server's remark on a field (`has parts of a cent`) as a sentence under that field. */
export function fieldSentence(label: string, remark: string): string {
  const sentence = /^[a-z]/.test(remark) ? `${label} ${remark}` : remark
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** What the server has against single fields lands on them; true when there was any. */
export function showFieldErrors<Form extends FieldValues>(
  form: Pick<UseFormReturn<Form>, 'setError'>,
  error: unknown,
  labels: Readonly<Record<string, string>>,
): boolean {
  if (!(error instanceof ApiError)) return false
  let landed = false
  for (const [name, remark] of Object.entries(error.fields)) {
    const label = labels[name]
    if (label === undefined) continue
    form.setError(name as FieldPath<Form>, { message: fieldSentence(label, remark) })
    landed = true
  }
  return landed
}
