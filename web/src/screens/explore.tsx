export const ExploreScreen = () => <main id="main" />
