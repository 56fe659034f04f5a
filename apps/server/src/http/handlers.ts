import type { ParsedRequest, PolicyName, RouteId, Routes } from '@palier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { SignedIn } from '../plugins/auth.ts';
import type { ProjectScope, Scope } from '../scope.ts';

/** What the guard of a policy proves about the caller. */
type Proven<P extends PolicyName> = P extends 'anyone' | 'signed_link'
  ? object
  : P extends 'project' | 'project_editor' | 'discount'
    ? { scope: Scope; project: ProjectScope }
    : SignedIn;

/** A validated call of a route of the contract. */
export type Call<Id extends RouteId> = Proven<Routes[Id]['permission']> &
  ParsedRequest<Id> & {
    request: FastifyRequest;
    /** For files and streams alone: everything else is answered by returning it. */
    reply: FastifyReply;
  };

type Answer<Id extends RouteId> = Routes[Id] extends { answer: 'file' | 'events' | 'text' | 'none' }
  ? unknown
  : z.input<Routes[Id]['response']>;

/** Answers a route: what it returns is sent. */
export type Handler<Id extends RouteId> = (call: Call<Id>) => Promise<Answer<Id>>;

/** Some routes of the table with what answers them. */
export type Handlers = { [Id in RouteId]?: Handler<Id> };
