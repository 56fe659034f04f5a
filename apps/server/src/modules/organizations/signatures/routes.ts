import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { delegateSignature, readSigners, setSignaturePolicy, signaturePolicy } from './service.ts';

export function signatureRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'signature_policy.get': ({ scope }) => signaturePolicy(db, scope),
    'signature_policy.set': ({ scope, body: { seen, ...policy } }) =>
      setSignaturePolicy(db, scope, policy, seen),
    'signers.list': ({ scope }) => readSigners(db, scope),
    'signers.delegate': ({ scope, body }) => delegateSignature(db, scope, body.delegation),
  };
}
