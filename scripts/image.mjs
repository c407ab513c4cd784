// Installs what the container image runs on; only deploy/Dockerfile calls it.
import { installImage } from './lib/setup.mjs'

installImage()
