/** The part of a work's page that only case studies need. */
export { StudyPage } from '../features/portfolios/case-study/study-page.tsx'
