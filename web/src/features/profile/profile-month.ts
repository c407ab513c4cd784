const wholeMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

/** `January 2026`. */
export const monthOf = (time: string): string => wholeMonth.format(new Date(time))
