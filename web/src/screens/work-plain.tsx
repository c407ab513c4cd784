/** The part of a work's page that works without a case study need. */
export { WorkPage } from '../features/portfolios/work/work-page.tsx'
