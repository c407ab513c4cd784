import type { TSchema } from 'typebox'
import { fieldOfProblem, type Problems } from './problems.ts'

/** The checker and its sentences are as large as a form, so they are loaded after it, before anybody has typed. */
const importChecker = async () => {
  const [{ Check, Errors }, { refusalsOf }] = await Promise.all([
    import('typebox/schema'),
    import('@plinth/contract/http/refusals.ts'),
  ])
  return { Check, Errors, refusalsOf }
}

/** Loads the checker that `problemsOf` needs. */
export const prepareChecker = (): void => void importChecker()

/** Checks a body against the contract. Returns the server's own sentences by field; empty if it is valid. */
export async function problemsOf(schema: TSchema, body: object): Promise<Problems> {
  const { Check, Errors, refusalsOf } = await importChecker()
  if (Check(schema, body)) return {}
  const problems: Problems = {}
  const refusals = refusalsOf(schema, body, { remarks: Errors(schema, body)[1] })
  for (const [name, sentence] of Object.entries(refusals))
    problems[fieldOfProblem(name)] ??= sentence
  return problems
}
