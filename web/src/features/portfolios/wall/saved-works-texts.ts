/** Texts of the lists of liked and saved works. */
export const savedWorksTexts = {
  filter: 'Show',
  posts: 'Posts',
  works: 'Works',
  browse: 'Browse works',
  boards: 'Your boards',
  liked: {
    title: 'Liked Works',
    empty: 'No liked works yet',
    emptyLine: 'Like a work to find it here again.',
  },
  saved: {
    title: 'Saved Works',
    empty: 'No saved works yet',
    emptyLine: 'Save a work to find it here. Only you can see it.',
  },
} as const
