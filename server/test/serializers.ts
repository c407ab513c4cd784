import Fastify, { type FastifyInstance, type FastifySerializerCompiler } from 'fastify'

type Compiler = FastifySerializerCompiler<object>
type Serializer = ReturnType<Compiler>

let native: Promise<Compiler> | null = null
const known = new WeakMap<object, Serializer>()

/** What Fastify itself compiles serializers with, as an app of its own has it. */
async function takeNative(): Promise<Compiler> {
  const app = Fastify()
  app.get('/', { schema: { response: { 200: { type: 'object' } } } }, () => ({}))
  await app.ready()
  const compiler = app.serializerCompiler
  await app.close()
  if (compiler === undefined) throw new Error('Fastify shows no serializer compiler.')
  return compiler
}

/**
 * Compiles each schema of the contract once in this process: nothing of an app goes into its serializers, and
 * compiling all was two thirds of what starting an app costs. Call before `ready`.
 */
export async function shareSerializers(app: FastifyInstance): Promise<void> {
  native ??= takeNative()
  const compile = await native
  app.setSerializerCompiler<object>((route) => {
    const serializer = known.get(route.schema) ?? compile(route)
    known.set(route.schema, serializer)
    return serializer
  })
}
