%% Runs cases on the real supervisor of Erlang/OTP and writes down what it does, one line of JSON per case.
%%
%%   erl -noshell -pa DIR -run recorder main CASES OUT
%%
%% CASES holds one Erlang term per case (see erlang-terms.ts): {Id, Root, Script}. Nothing here waits for time to pass:
%% a step is over when every supervisor has answered and none of their children is dead or restarting.
%%
%% How the trace is made: workers and start functions write their own events. A supervisor has no place for that when it
%% ends, so its end is traced by the virtual machine. Every event carries a number from one increasing source, and the
%% numbers give the order.
-module(recorder).
-behaviour(supervisor).

-export([main/1, init/1, start/3, start_member/4, worker_init/2]).

main([CasesFile, OutFile]) ->
    logger:set_primary_config(level, none),
    process_flag(trap_exit, true),
    {ok, Cases} = file:consult(CasesFile),
    {ok, Out} = file:open(OutFile, [write, raw, delayed_write]),
    [ok = file:write(Out, [json(run_case(Case)), $\n]) || Case <- Cases],
    ok = file:close(Out),
    erlang:halt(0).

%%% One case

run_case({Id, Root, Script}) ->
    ets:new(seen, [named_table, public, ordered_set]),  % the events by number
    ets:new(known, [named_table, public, set]),         % who is who
    Tracer = spawn_link(fun tracer/0),
    ets:insert(known, {tracer, Tracer}),
    ets:insert(known, {driver, self()}),
    BootReply = boot(Root),
    Boot = events(),
    Steps = [run_step(Step) || Step <- Script],
    Alive = lists:sort([Path || {{pid, Path}, Pid} <- ets:tab2list(known), is_process_alive(Pid)]),
    IsUp = is_up(root_path()),
    stop_all(IsUp),
    stop_tracer(Tracer),
    ets:delete(seen),
    ets:delete(known),
    {obj, [{id, Id}, {boot, Boot}, {boot_reply, BootReply}, {steps, Steps}, {alive, Alive},
           {root, case IsUp of true -> <<"up">>; false -> <<"down">> end}]}.

boot(Root = #{id := Id}) ->
    ets:insert(known, {root, Id}),
    Reply = case start(Id, Root, static) of
                {ok, _} -> <<"ok">>;
                ignore -> {obj, [{ok, <<"undefined">>}]};
                {error, {shutdown, {failed_to_start_child, Child, _}}} ->
                    {obj, [{error, <<"failed_to_start_child">>}, {id, Child}]};
                {error, {start_spec, {Name, _}}} -> error_reply(Name);
                {error, {Name, _}} -> error_reply(Name);
                {error, Name} -> error_reply(Name)
            end,
    rest(),
    Reply.

run_step({'end', Path, Reason, Items}) ->
    Items =:= none orelse ets:insert(known, {gate, Items}),
    finish(Path, Reason),
    rest(),
    Replies = case ets:take(known, replies) of
                  [{replies, Pending}] -> [await_reply(Each) || Each <- Pending];
                  [] when is_list(Items) -> [null || _ <- Items];
                  [] -> []
              end,
    rest(),
    ets:delete(known, gate),
    case Items of
        none -> {obj, [{events, events()}]};
        _ -> {obj, [{events, events()}, {replies, Replies}]}
    end;
run_step(Call) ->
    Reply = await_reply(send_call(Call)),
    rest(),
    {obj, [{events, events()}, {reply, Reply}]}.

stop_all(false) -> ok;
stop_all(true) ->
    Pid = pid_of(root_path()),
    Ref = monitor(process, Pid),
    exit(Pid, shutdown),
    await_down(Ref).

%% Before the tables go: a late trace must not end up in those of the next case.
stop_tracer(Tracer) ->
    unlink(Tracer),
    Ref = monitor(process, Tracer),
    exit(Tracer, kill),
    await_down(Ref).

%%% The tree: one callback module for all supervisors

init({Path, #{strategy := Strategy, intensity := I, period := P, auto_shutdown := Auto, children := Children}, Base, Parent}) ->
    [{tracer, Tracer}] = ets:lookup(known, tracer),
    erlang:trace(self(), true, [procs, 'receive', strict_monotonic_timestamp, {tracer, Tracer}]),
    ets:insert(known, [{{pid, Path}, self()}, {{path, self()}, Path, Parent}]),
    log([start, Path]),
    Flags = #{strategy => Strategy, intensity => I, period => P, auto_shutdown => Auto},
    {ok, {Flags, [child_spec(Strategy, Path, Child, Base) || Child <- Children]}}.

child_spec(simple_one_for_one, Pool, Spec, Base) ->
    child_spec(Spec, {?MODULE, start_member, [Pool, Spec, Base]});
child_spec(_, Parent, Spec = #{id := Id}, Base) ->
    child_spec(Spec, {?MODULE, start, [<<Parent/binary, "/", Id/binary>>, Spec, Base]}).

child_spec(#{id := Id, type := Type, restart := Restart, significant := Significant}, Start) ->
    #{id => Id, start => Start, restart => Restart, significant => Significant, type => Type, shutdown => infinity}.

%% A start function: runs in the process of the supervisor. Base tells specs given to start_child apart from the
%% tree's own, so that each has a list of start results of its own.
start(Path, Spec = #{results := Results}, Base) ->
    Nth = ets:update_counter(known, {starts, Base, Path}, 1, {{starts, Base, Path}, 0}),
    case Nth =< length(Results) andalso lists:nth(Nth, Results) of
        error ->
            log([start_failed, Path]),
            gate(),
            {error, scripted};
        ignore ->
            log([start_ignored, Path]),
            ignore;
        _ ->
            start_process(Path, Spec, Base)
    end.

start_process(Path, #{type := worker}, _Base) ->
    proc_lib:start_link(?MODULE, worker_init, [Path, self()]);
start_process(Path, Spec = #{type := supervisor}, Base) ->
    case supervisor:start_link(?MODULE, {Path, Spec, Base, self()}) of
        {error, Reason} ->
            % It says so before it is gone.
            Ref = monitor(process, pid_of(Path)),
            receive {'DOWN', Ref, process, _, _} -> ok end,
            ets:insert(known, {{failed, pid_of(Path)}, true}),
            log([start_failed, Path]),
            {error, Reason};
        Started ->
            Started
    end.

%% The member gets its number when it is first started and keeps it.
start_member(Pool, Spec, _Base, {Token, Results}) ->
    N = case ets:lookup(known, {number, Token}) of
            [{_, Given}] -> Given;
            [] ->
                Next = ets:update_counter(known, {members, Pool}, 1, {{members, Pool}, 0}),
                ets:insert(known, {{number, Token}, Next}),
                Next
        end,
    Path = <<Pool/binary, "#", (integer_to_binary(N))/binary>>,
    start(Path, case Results of none -> Spec; _ -> Spec#{results := Results} end, static).

worker_init(Path, Parent) ->
    process_flag(trap_exit, true),
    ets:insert(known, [{{pid, Path}, self()}, {{path, self()}, Path, Parent}]),
    log([start, Path]),
    proc_lib:init_ack(Parent, {ok, self()}),
    receive
        {finish, Reason} -> log(['end', Path, Reason]), exit(Reason);
        {'EXIT', Parent, Reason} -> log([stop, Path]), exit(Reason)
    end.

%%% Events

log(Event) ->
    ets:insert(seen, {erlang:unique_integer([monotonic]), Event}).

%% A supervisor that ends after an exit signal from its own supervisor was stopped; otherwise it ended by itself.
tracer() ->
    receive
        {trace_ts, Pid, 'receive', {'EXIT', From, _}, _} ->
            case ets:lookup(known, {path, Pid}) of
                [{_, _, From}] -> ets:insert(known, {{stopped, Pid}, true});
                _ -> ok
            end;
        {trace_ts, Pid, exit, Reason, {_, Number}} ->
            ets:insert(seen, {Number, {exited, Pid, Reason}});
        {sync, To, Ref} ->
            To ! {Ref, ok};
        _ ->
            ok
    end,
    tracer().

%% What was seen since the last time.
events() ->
    Ref = erlang:trace_delivered(all),
    receive {trace_delivered, all, Ref} -> ok end,
    [{tracer, Tracer}] = ets:lookup(known, tracer),
    Tracer ! {sync, self(), Sync = make_ref()},
    receive {Sync, ok} -> ok end,
    Seen = ets:tab2list(seen),
    ets:delete_all_objects(seen),
    lists:flatmap(fun({_, Event}) -> event(Event) end, Seen).

event({exited, Pid, Reason}) ->
    [{_, Path, _}] = ets:lookup(known, {path, Pid}),
    case {ets:member(known, {failed, Pid}), ets:member(known, {stopped, Pid})} of
        {true, _} -> [];
        {_, true} -> [[stop, Path]];
        _ -> [['end', Path, Reason]]
    end;
event(Event) ->
    [Event].

%%% Steps

finish(Path, Reason) ->
    case is_up(Path) of
        false -> ok;
        true ->
            Pid = pid_of(Path),
            Ref = monitor(process, Pid),
            finish(kind(Pid), Pid, Path, Reason),
            await_down(Ref)
    end.

finish(supervisor, Pid, _Path, killed) -> exit(Pid, kill);
finish(supervisor, Pid, _Path, Reason) -> Pid ! {system, {self(), make_ref()}, {terminate, Reason}};
finish(worker, Pid, Path, killed) -> log(['end', Path, killed]), exit(Pid, kill);
finish(worker, Pid, _Path, Reason) -> Pid ! {finish, Reason}.

kind(Pid) ->
    {dictionary, Dictionary} = process_info(Pid, dictionary),
    case proplists:get_value('$initial_call', Dictionary) of
        {supervisor, _, _} -> supervisor;
        _ -> worker
    end.

%% {Ref, What}: the answer comes as a message, while the supervisor may be held at the gate.
send_call(Call = {_, Parent}) -> send_call(Parent, Call);
send_call(Call = {_, Parent, _}) -> send_call(Parent, Call).

send_call(Parent, Call) ->
    case is_up(Parent) of
        false -> noproc;
        true ->
            Pid = pid_of(Parent),
            Ref = monitor(process, Pid),
            Pid ! {'$gen_call', {self(), Ref}, request(Call)},
            {Ref, element(1, Call)}
    end.

request({start_child, _Pool, {member, Results}}) -> {start_child, [{make_ref(), Results}]};
request({start_child, Parent, Spec}) -> {start_child, child_spec(one_for_one, Parent, Spec, make_ref())};
request({terminate_child, Pool, {member, N}}) ->
    {terminate_child, pid_of(<<Pool/binary, "#", (integer_to_binary(N))/binary>>)};
request({Name, _Parent, Id}) -> {Name, Id};
request({Name, _Parent}) -> Name.

await_reply(null) -> null;
await_reply({replied, Reply}) -> Reply;
await_reply(noproc) -> error_reply(noproc);
await_reply({Ref, Name}) ->
    case await(Ref) of
        down -> error_reply(noproc);
        {reply, Reply} -> reply(Name, Reply)
    end.

reply(count_children, Counts) -> {obj, Counts};
reply(which_children, Children) -> listed(Children);
reply(_, ok) -> <<"ok">>;
reply(_, {ok, undefined}) -> {obj, [{ok, <<"undefined">>}]};
reply(_, {ok, _}) -> <<"ok">>;
reply(_, {error, {bad_combination, _}}) -> error_reply(bad_combination);
reply(_, {error, {already_started, _}}) -> error_reply(already_started);
reply(start_child, {error, already_present}) -> error_reply(already_present);
reply(start_child, {error, _}) -> error_reply(start_failed);
reply(_, {error, Name}) when Name =:= not_found; Name =:= running; Name =:= restarting;
                             Name =:= simple_one_for_one -> error_reply(Name);
reply(_, {error, _}) -> error_reply(start_failed).

error_reply(Name) -> {obj, [{error, Name}]}.

%% Members of a pool come in no order; put in order of number, those restarting first.
listed(Children) ->
    case Children of
        [{undefined, _, _, _} | _] -> [Listed || {_, Listed} <- lists:sort([member(Child) || Child <- Children])];
        _ -> [{obj, [{id, Id}, {state, state(Pid)}, {type, Type}]} || {Id, Pid, Type, _} <- Children]
    end.

member({undefined, restarting, Type, _}) -> {0, {obj, [{id, null}, {state, restarting}, {type, Type}]}};
member({undefined, Pid, Type, _}) ->
    [{_, Path, _}] = ets:lookup(known, {path, Pid}),
    [_, N] = string:split(Path, "#", trailing),
    {binary_to_integer(N), {obj, [{id, null}, {state, running}, {type, Type}, {child, Path}]}}.

state(restarting) -> restarting;
state(undefined) -> undefined;
state(_Pid) -> running.

%%% Between a start that fails and its retry

%% The first start that fails in a step with items stops here, in its supervisor, until the items have arrived.
gate() ->
    case ets:take(known, gate) of
        [{gate, Items}] ->
            [{driver, Driver}] = ets:lookup(known, driver),
            Driver ! {gate, self(), Items},
            receive gate_opens -> ok end;
        [] ->
            ok
    end.

at_gate(Held, Items) ->
    ets:insert(known, {replies, [arrive(Held, Item) || Item <- Items]}),
    Held ! gate_opens.

%% To the supervisor that is held, calls are sent and not waited for; others answer at once.
arrive(Held, {'end', Path, Reason, none}) ->
    Pid = pid_of(Path),
    WasUp = is_up(Path),
    finish(Path, Reason),
    WasUp andalso settle(Held, Pid),
    null;
arrive(Held, Call) ->
    Sent = send_call(Call),
    case pid_of(element(2, Call)) =:= Held of
        true -> Sent;
        false -> {replied, await_reply(Sent)}
    end.

%% The process is dead: wait until its supervisor has the news in its mailbox or has dealt with it.
settle(Held, Dead) ->
    [{_, _, Parent}] = ets:lookup(known, {path, Dead}),
    case is_process_alive(Parent) of
        false -> settle(Held, Parent);
        true when Parent =:= Held ->
            {messages, Messages} = process_info(Held, messages),
            case [1 || {'EXIT', Pid, _} <- Messages, Pid =:= Dead] of
                [] -> erlang:yield(), settle(Held, Dead);
                _ -> ok
            end;
        true ->
            case at_rest(Parent) of
                true -> ok;
                false -> erlang:yield(), settle(Held, Dead)
            end
    end.

%%% Waiting

%% Until every supervisor has answered and none of their children is dead or restarting.
rest() ->
    Path = root_path(),
    case not is_up(Path) orelse at_rest(pid_of(Path)) of
        true -> ok;
        false -> erlang:yield(), rest()
    end.

at_rest(Supervisor) ->
    Ref = monitor(process, Supervisor),
    Supervisor ! {'$gen_call', {self(), Ref}, which_children},
    case await(Ref) of
        down -> false;
        {reply, Children} -> lists:all(fun child_at_rest/1, Children)
    end.

child_at_rest({_, undefined, _, _}) -> true;
child_at_rest({_, restarting, _, _}) -> false;
child_at_rest({_, Pid, worker, _}) -> is_process_alive(Pid);
child_at_rest({_, Pid, supervisor, _}) -> is_process_alive(Pid) andalso at_rest(Pid).

await(Ref) ->
    receive
        {Ref, Reply} -> demonitor(Ref, [flush]), {reply, Reply};
        {'DOWN', Ref, process, _, _} -> down;
        {gate, Held, Items} -> at_gate(Held, Items), await(Ref)
    end.

await_down(Ref) ->
    receive
        {'DOWN', Ref, process, _, _} -> ok;
        {gate, Held, Items} -> at_gate(Held, Items), await_down(Ref)
    end.

%%% Who is who

root_path() -> [{root, Path}] = ets:lookup(known, root), Path.

pid_of(Path) ->
    case ets:lookup(known, {pid, Path}) of
        [{_, Pid}] -> Pid;
        [] -> undefined
    end.

is_up(Path) ->
    Pid = pid_of(Path),
    Pid =/= undefined andalso is_process_alive(Pid).

%%% JSON

json({obj, Fields}) ->
    [${, lists:join($,, [[json(Key), $:, json(Value)] || {Key, Value} <- Fields]), $}];
json(List) when is_list(List) -> [$[, lists:join($,, [json(Each) || Each <- List]), $]];
json(null) -> <<"null">>;
json(Number) when is_integer(Number) -> integer_to_binary(Number);
json(Atom) when is_atom(Atom) -> json(atom_to_binary(Atom));
json(Text) when is_binary(Text) -> [$", Text, $"].
