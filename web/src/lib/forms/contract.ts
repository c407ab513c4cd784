import type { TSchema } from 'typebox'
import type { Problems } from './problems.ts'

/** The checker is as large as a form, so it is loaded after the form, before anybody has typed. */
const importChecker = () => import('typebox/schema')

/** Loads the checker that `problemsOf` needs. */
export const prepareChecker = (): void => void importChecker()

/** Checks a body against the contract. Returns the sentences of `sentenceFor` by field; empty if it is valid. */
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
