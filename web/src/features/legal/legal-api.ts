import { getLegalText, type LegalPage } from '@plinth/contract/legal.ts'
import { answerOf } from '../../lib/cache/answers.ts'

export const legalQuery = (page: LegalPage) => answerOf(getLegalText, { params: { page } })
