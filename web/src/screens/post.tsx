export const PostScreen = () => <main id="main" />
