import { giveUp } from '../setup.mjs'
import { isFree } from '../world.mjs'

/**
 * All ports of the rig, from one on. They are below those that the system gives to outgoing connections, so that
 * something that was killed finds its port free.
 */
export async function claimPorts(first) {
  const at = (offset) => first + offset
  const ports = {
    plinth: at(0),
    issuer: at(1),
    sandbox: at(2),
    smtp: at(3),
    stats: at(4),
    primary: at(5),
    pgbouncer: at(6),
    etcd: at(7),
    etcdPeer: at(8),
    redis: at(9),
    web: [at(10), at(11), at(12)],
    worker: at(13),
    postgres: [at(14), at(15), at(16)],
    patroni: [at(17), at(18), at(19)],
    cache: at(20),
    inside: at(21),
  }
  for (const port of Object.values(ports).flat()) {
    if (!(await isFree(port)))
      giveUp(
        `Port ${port} is taken, perhaps by a rig that still ends. Stop what uses it, or choose 22 others: PORT=${first + 100} npm run rig`,
      )
  }
  return ports
}
