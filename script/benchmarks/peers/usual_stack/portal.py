"""The usual stack: the same answers with Django and REST framework, written as their documentation teaches.

gunicorn runs `application`. PEER_DATABASE is the folder of PostgreSQL's socket; the database is `peer`, the user `postgres`.
"""

import csv
import hashlib
import json
import os
import pathlib

import django
from django.conf import settings

HERE = pathlib.Path(__file__).parent
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql", "NAME": "peer", "USER": "postgres", "HOST": os.environ["PEER_DATABASE"],
            "CONN_MAX_AGE": None,
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["rest_framework"],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"], "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": [], "UNAUTHENTICATED_USER": None,
    },
    ROOT_URLCONF=__name__,
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [HERE / "pages"]}],
    TIME_ZONE="UTC",
    USE_TZ=True,
)
django.setup()

from django.contrib.postgres.fields import ArrayField  # noqa: E402
from django.core.paginator import Paginator  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import models, transaction  # noqa: E402
from django.http import StreamingHttpResponse  # noqa: E402
from django.shortcuts import get_object_or_404, render  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402
from rest_framework import authentication, exceptions, generics, permissions, serializers, views  # noqa: E402
from rest_framework.response import Response  # noqa: E402


class Table(models.Model):
    class Meta:
        abstract = True
        app_label = "portal"
        managed = False


class Event(Table):
    slug = models.TextField()
    name = models.TextField()
    judging_open = models.DateTimeField(null=True)
    judging_close = models.DateTimeField(null=True)

    class Meta(Table.Meta):
        db_table = "event"


class Person(Table):
    name = models.TextField()
    email = models.TextField()
    is_authenticated = True

    class Meta(Table.Meta):
        db_table = "person"


class Token(Table):
    hash = models.BinaryField(primary_key=True)
    person = models.ForeignKey(Person, models.PROTECT)

    class Meta(Table.Meta):
        db_table = "token"


class Team(Table):
    event = models.ForeignKey(Event, models.PROTECT)
    name = models.TextField()

    class Meta(Table.Meta):
        db_table = "team"


class Member(Table):
    team = models.ForeignKey(Team, models.PROTECT)
    person = models.ForeignKey(Person, models.PROTECT)

    class Meta(Table.Meta):
        db_table = "member"


class Criterion(Table):
    event = models.ForeignKey(Event, models.PROTECT, related_name="criteria")
    key = models.TextField()
    weight = models.DecimalField(max_digits=14, decimal_places=4)
    min_value = models.IntegerField()
    max_value = models.IntegerField()
    position = models.IntegerField()

    class Meta(Table.Meta):
        db_table = "criterion"
        ordering = ["position", "id"]


class Project(Table):
    event = models.ForeignKey(Event, models.PROTECT)
    team = models.ForeignKey(Team, models.PROTECT)
    track_id = models.BigIntegerField(null=True)
    title = models.TextField()
    tagline = models.TextField()
    summary = models.TextField()
    description = models.TextField()
    repo_url = models.TextField()
    demo_url = models.TextField()
    tags = ArrayField(models.TextField())
    status = models.TextField()
    submitted_at = models.DateTimeField(null=True)
    duplicate_of = models.BigIntegerField(null=True)

    class Meta(Table.Meta):
        db_table = "project"


class Assignment(Table):
    event = models.ForeignKey(Event, models.PROTECT)
    person = models.ForeignKey(Person, models.PROTECT)
    project = models.ForeignKey(Project, models.PROTECT)
    status = models.TextField()

    class Meta(Table.Meta):
        db_table = "assignment"


class Review(Table):
    assignment = models.OneToOneField(Assignment, models.PROTECT)
    event = models.ForeignKey(Event, models.PROTECT)
    scores = models.JSONField()
    comment = models.TextField()
    submitted_at = models.DateTimeField(null=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta(Table.Meta):
        db_table = "review"


class AuditHead(Table):
    event = models.OneToOneField(Event, models.PROTECT, primary_key=True)
    seq = models.BigIntegerField()
    hash = models.BinaryField()

    class Meta(Table.Meta):
        db_table = "audit_head"


class Audit(Table):
    event = models.ForeignKey(Event, models.PROTECT)
    seq = models.BigIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    person = models.ForeignKey(Person, models.PROTECT)
    action = models.TextField()
    object_id = models.BigIntegerField()
    after = models.TextField()
    prev_hash = models.BinaryField()
    row_hash = models.BinaryField()

    class Meta(Table.Meta):
        db_table = "audit"


class Outbox(Table):
    event = models.ForeignKey(Event, models.PROTECT)
    seq = models.BigIntegerField()
    sent_at = models.DateTimeField(null=True)

    class Meta(Table.Meta):
        db_table = "outbox"


class BearerToken(authentication.BaseAuthentication):
    def authenticate(self, request):
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        found = Token.objects.select_related("person").filter(hash=hashlib.sha256(token.encode()).digest()).first()
        if found is None:
            raise exceptions.AuthenticationFailed()
        return found.person, found


class ProjectSerializer(serializers.ModelSerializer):
    event = serializers.SlugRelatedField("slug", read_only=True)
    team = serializers.SlugRelatedField("name", read_only=True)
    track = serializers.IntegerField(source="track_id")

    class Meta:
        model = Project
        fields = [
            "id", "event", "team", "track", "title", "tagline", "summary", "description", "repo_url", "demo_url", "tags", "status",
            "submitted_at", "duplicate_of",
        ]


class AssignmentSerializer(serializers.ModelSerializer):
    event = serializers.SlugRelatedField("slug", read_only=True)
    project = serializers.IntegerField(source="project_id")
    project_title = serializers.CharField(source="project.title")

    class Meta:
        model = Assignment
        fields = ["id", "event", "project", "project_title", "status"]


class ReviewSerializer(serializers.Serializer):
    scores = serializers.DictField(child=serializers.IntegerField())
    comment = serializers.CharField(max_length=5000, allow_blank=True)
    submit = serializers.BooleanField()


def submitted(slug):
    return Project.objects.select_related("event", "team").filter(event__slug=slug, status="submitted").order_by("id")


class ProjectList(generics.ListAPIView):
    serializer_class = ProjectSerializer

    def get_queryset(self):
        return submitted(self.kwargs["slug"])


class SignedIn:
    authentication_classes = [BearerToken]
    permission_classes = [permissions.IsAuthenticated]


class AssignmentList(SignedIn, generics.ListAPIView):
    serializer_class = AssignmentSerializer

    def get_queryset(self):
        return Assignment.objects.select_related("event", "project").filter(person=self.request.user).order_by("id")


class SaveReview(SignedIn, views.APIView):
    def post(self, request, pk):
        given = ReviewSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        with transaction.atomic():
            assignment = get_object_or_404(
                Assignment.objects.select_for_update(of=["self"]).select_related("event"), pk=pk, person=request.user
            )
            event, now = assignment.event, timezone.now()
            if not event.judging_open <= now < event.judging_close:
                raise exceptions.ValidationError("Judging is not open.")
            criteria, scores = list(event.criteria.all()), given.validated_data["scores"]
            for criterion in criteria:
                if not criterion.min_value <= scores.get(criterion.key, criterion.min_value - 1) <= criterion.max_value:
                    raise exceptions.ValidationError({criterion.key: "is not on its scale"})
            submitted_at = now if given.validated_data["submit"] else None
            values = {"event": event, "scores": scores, "comment": given.validated_data["comment"], "submitted_at": submitted_at}
            Review.objects.update_or_create(assignment=assignment, defaults=values)
            assignment.status = "done" if submitted_at else "pending"
            assignment.save(update_fields=["status"])
            record(event, request.user, "review.saved", assignment.id, json.dumps(scores))
        shares = [(c.weight, (scores[c.key] - c.min_value) / (c.max_value - c.min_value)) for c in criteria]
        total = sum(float(weight) * share for weight, share in shares) / float(sum(weight for weight, _ in shares))
        return Response({"assignment": pk, "submitted_at": submitted_at, "weighted_total": round(total, 6)})


def record(event, person, action, object_id, after):
    """One link of the event's chain, and its message."""
    head = AuditHead.objects.select_for_update().get(event=event)
    link = Audit(event=event, seq=head.seq + 1, person=person, action=action, object_id=object_id, after=after, prev_hash=head.hash)
    text = json.dumps([link.seq, person.id, action, object_id, after]).encode()
    link.row_hash = hashlib.sha256(bytes(head.hash) + text).digest()
    link.save(force_insert=True)
    head.seq, head.hash = link.seq, link.row_hash
    head.save(update_fields=["seq", "hash"])
    Outbox.objects.create(event=event, seq=link.seq)


def list_page(request, slug):
    event = get_object_or_404(Event, slug=slug)
    page = Paginator(submitted(slug), 24).get_page(request.GET.get("page"))
    return render(request, "list.html", {"event": event, "page": page})


def project_page(request, pk):
    project = get_object_or_404(Project.objects.select_related("event", "team"), pk=pk, status="submitted")
    members = Member.objects.select_related("person").filter(team=project.team).order_by("id")
    return render(request, "project.html", {"project": project, "event": project.event, "members": members})


class Echo:
    def write(self, line):
        return line


class Scores(SignedIn, views.APIView):
    def get(self, request, slug):
        event = get_object_or_404(Event, slug=slug)
        keys = [c.key for c in event.criteria.all()]
        criteria, sheet = list(event.criteria.all()), csv.writer(Echo())
        weights = float(sum(c.weight for c in criteria))
        reviews = Review.objects.select_related("assignment__person", "assignment__project").filter(event=event).order_by("assignment_id")

        def total(scores):
            shares = (float(c.weight) * (scores[c.key] - c.min_value) / (c.max_value - c.min_value) for c in criteria if c.key in scores)
            return round(sum(shares) / weights, 6)

        def lines():
            yield sheet.writerow(["review_id", "judge_email", "project_id", "project", "submitted_at", *keys, "weighted_0_1", "comment"])
            for review in reviews.iterator(chunk_size=2000):
                task = review.assignment
                about = [review.id, task.person.email, task.project_id, task.project.title, review.submitted_at.isoformat()]
                yield sheet.writerow([*about, *(review.scores.get(key, "") for key in keys), total(review.scores), review.comment])

        return StreamingHttpResponse(lines(), content_type="text/csv")


urlpatterns = [
    path("api/events/<slug:slug>/projects", ProjectList.as_view()),
    path("api/judge/assignments", AssignmentList.as_view()),
    path("api/judge/assignments/<int:pk>/review", SaveReview.as_view()),
    path("api/events/<slug:slug>/export/scores.csv", Scores.as_view()),
    path("events/<slug:slug>/projects", list_page),
    path("projects/<int:pk>", project_page),
]
application = get_wsgi_application()
