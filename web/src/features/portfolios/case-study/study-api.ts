import { getCaseStudy } from '@plinth/contract/portfolios/studies.ts'
import { answerOf } from '../../../lib/cache/answers.ts'

export const studyQuery = (id: string) => answerOf(getCaseStudy, { params: { id } })
