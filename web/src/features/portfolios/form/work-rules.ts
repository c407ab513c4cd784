import { isFilled } from '@plinth/contract/http/filled.ts'
import { NewPortfolio, PortfolioChange } from '@plinth/contract/portfolios/bodies.ts'
import { problemsOf } from '../../../lib/forms/contract.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { uploadTexts } from '../upload/upload-texts.ts'
import { createBodyOf, updateBodyOf, type WorkForm } from './work-form.ts'

/** The contract's schema does not know that an AI-assisted work has to say which parts. */
const partsProblem = ({ origin, originParts }: WorkForm): Problems =>
  origin === 'ai_assisted' && !isFilled(originParts)
    ? { originParts: uploadTexts.missingParts }
    : {}

export const updateProblems = async (form: WorkForm): Promise<Problems> => ({
  ...(await problemsOf(PortfolioChange, updateBodyOf(form))),
  ...partsProblem(form),
})

const isWebAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** With `byUrl` the address and file name come from the form, otherwise from the upload. */
export async function createProblems(form: WorkForm, byUrl: boolean): Promise<Problems> {
  const body = createBodyOf(byUrl ? form : { ...form, fileUrl: '-', fileName: '-' })
  const problems = { ...(await problemsOf(NewPortfolio, body)), ...partsProblem(form) }
  if (!byUrl) return problems
  if (!isWebAddress(form.fileUrl.trim())) problems['fileUrl'] = uploadTexts.wrongUrl
  if (!isFilled(form.fileName)) problems['fileName'] = uploadTexts.missingFileName
  return problems
}
