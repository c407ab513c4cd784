export const LikedPostsScreen = () => <main id="main" />
export const SavedPostsScreen = () => <main id="main" />
