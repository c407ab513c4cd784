/** Of the works that somebody keeps, beside the posts. */
export const savedWorksTexts = {
  filter: 'Show',
  posts: 'Posts',
  works: 'Works',
  browse: 'Browse works',
  liked: {
    title: 'Liked Works',
    empty: 'No liked works yet',
    emptyLine: 'Like a work and you find it here again.',
  },
  saved: {
    title: 'Saved Works',
    empty: 'No saved works yet',
    emptyLine: 'Save a work and it waits for you here. Only you see it.',
  },
} as const
