import type { TSchema } from 'typebox'
import type { FieldErrors, FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'

type Problems = Record<string, string>

/** The checker weighs as much as a form: it follows it, and is there before anybody has typed. */
const importChecker = () => import('typebox/schema')

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

export function resolverOf<Form extends FieldValues>(
  check: (form: Form) => Promise<Problems>,
): Resolver<Form> {
  void importChecker()
  return async (form) => {
    const errors: Record<string, { type: string; message: string }> = {}
    for (const [field, message] of Object.entries(await check(form))) {
      errors[field] = { type: 'contract', message }
    }
    return Object.keys(errors).length === 0
      ? { values: form, errors: {} }
      : { values: {}, errors: errors as FieldErrors<Form> }
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
