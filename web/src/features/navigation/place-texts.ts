/** Names of pages that are loaded after the bar itself. */
export const placeTexts = {
  home: 'Home',
  explore: 'Explore',
  settings: 'Settings',
  projects: 'Projects',
  statement: 'Statement',
  liked: 'Liked',
  saved: 'Saved',
  boards: 'Boards',
  drafts: 'Drafts and bin',
  analytics: 'Analytics',
  subscribe: 'Subscribe',
  advertise: 'Advertise',
  admin: 'Admin',
  uploadWork: 'Upload a work',
  legal: 'Terms, privacy and imprint',
} as const
