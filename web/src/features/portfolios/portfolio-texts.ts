/** All texts of the works' screens. Strings from the specification are literal. */
export const texts = {
  screen: 'Portfolios',
  tabTitle: 'Plinth',
  search: {
    label: 'Search creative work',
    placeholder: 'Search creative work...',
  },
  filter: {
    label: 'Category',
    all: 'All',
  },
  sort: { label: 'Order' },
  featured: {
    title: 'Featured Work',
    note: 'Chosen by the Plinth team',
    back: 'Previous featured works',
    on: 'More featured works',
  },
  discover: {
    title: 'Discover',
    results: (words: string) => `Results for “${words}”`,
    loadingMore: 'Loading more works',
    failed: 'Failed to fetch portfolios',
    moreFailed: 'We couldn’t load more works.',
  },
  promo: {
    title: 'Become a Creator',
    text: 'Your own wall, unlimited uploads, paid commissions. $5.99 per month, cancel in one step.',
    button: 'Get Started',
  },
  card: {
    hire: 'Hire Creator',
    hireFor: (title: string) => `Hire Creator of ${title}`,
  },
  likes: {
    likeAlone: 'Like',
    saveAlone: 'Save',
    like: (title: string) => `Like ${title}`,
    save: (title: string) => `Save ${title}`,
    likeFailed: 'Failed to update like status',
    saveFailed: 'Failed to update save status',
    likeWord: (count: number) => (count === 1 ? 'like' : 'likes'),
    saveWord: (count: number) => (count === 1 ? 'save' : 'saves'),
  },
} as const
