import { MIN_HIRE_CENTS } from '@plinth/contract/limits.ts'

/** Whether a work can be hired at its starting price: a card cannot be charged less than half a dollar. */
export const isHirable = (dollars: number | null): dollars is number =>
  dollars !== null && Math.round(dollars * 100) >= MIN_HIRE_CENTS
