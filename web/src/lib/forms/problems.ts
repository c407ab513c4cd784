import {
  set,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiError } from '../api/errors.ts'
import { fieldSentence } from './field-sentence.ts'

export type Problems = Record<string, string>

/** A resolver for React Hook Form from problems by field; a field in a list is named as in `milestones.0.title`. */
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

/** Shows the server's field errors on their fields. Returns whether there were any. */
export function showFieldErrors<Form extends FieldValues>(
  form: Pick<UseFormReturn<Form>, 'setError'>,
  error: unknown,
  labels: Readonly<Record<string, string>>,
): boolean {
  if (!(error instanceof ApiError)) return false
  let hasAny = false
  for (const [name, remark] of Object.entries(error.fields)) {
    const label = labels[name]
    if (label === undefined) continue
    form.setError(name as FieldPath<Form>, { message: fieldSentence(label, remark) })
    hasAny = true
  }
  return hasAny
}
